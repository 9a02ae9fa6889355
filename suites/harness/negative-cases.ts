import type { z } from 'zod';
import type { RefusedKind } from '../../spec/bound.ts';
import { accepts, getBranch, getMembers, inputSchema, type JsonSchema } from '../../spec/member-schema.ts';
import { isObject, pointerToken } from './assertions.ts';

/** What is wrong with a generated body. */
export type FaultKind = RefusedKind;

/** A body that the contract refuses, and its one faulty member. */
export interface NegativeCase {
  /** JSON pointer of the faulty member; empty for the body itself. */
  readonly pointer: string;
  readonly kind: FaultKind;
  /** A description that is unique among the cases: `title is a number`. */
  readonly what: string;
  /** Whether the fault is null for an optional member, which a server may treat as omitted. */
  readonly isAbsence?: boolean;
  readonly body: unknown;
}

/** A body at a limit, which the contract accepts. */
export interface PositiveCase {
  readonly pointer: string;
  readonly what: string;
  readonly body: unknown;
}

type Path = readonly (string | number)[];

/** One code point, two UTF-16 units, four bytes of UTF-8: catches servers that count anything but code points. */
const astral = '\u{1F600}';

/** Longest list to send. */
const mostItems = 100;

/** Values of each JSON type, as replacements for a value of another type. */
const samples = [
  ['a string', 'string', 'text'],
  ['a number', 'number', 42],
  ['a boolean', 'boolean', true],
  ['an array', 'array', ['text']],
  ['an object', 'object', { member: 'text' }],
] as const;

/** The cases for the bodies of one schema. */
export interface BodyCases {
  /**
   * Makes refused variants of a valid body. For each member of the body: omits it if it is required, gives it another
   * JSON type, gives it null, and exceeds each limit by one.
   *
   * Ignores members that the body does not have, and what the seed accepts: omitted optional members and unknown
   * members are no faults.
   */
  negative(body: unknown): NegativeCase[];
  /**
   * Makes bodies at the limits of text: the allowed number of code points, each two UTF-16 units wide. Makes none for
   * text with a format.
   *
   * @param keep returns the required beginning of a text, for example the mark of a run
   */
  positive(body: unknown, keep?: string): PositiveCase[];
}

/**
 * Reads a schema once, which is slow, and returns functions that make cases from valid bodies.
 *
 * @param schema the contract's schema of the body
 *
 * @example
 * bodyCases(z.object({ title: z.string() })).negative({ title: 'Shop' }).map(({ what }) => what)
 * // [..., 'without title', 'with title a number', ..., 'with title null']
 */
export function bodyCases(schema: z.ZodType): BodyCases {
  const read = inputSchema(schema);
  return {
    negative: (body) => variants(read, body, (value) => value, []),
    positive: (body, keep = '') => longest(read, body, (value) => value, [], keep),
  };
}

/** Returns the whole body with a value replaced. */
type Put = (value: unknown) => unknown;

function variants(schema: JsonSchema, value: unknown, put: Put, path: Path): NegativeCase[] {
  const at = pointer(path);
  const name = path.length === 0 ? 'a body' : path.join('.');
  const fault = (kind: FaultKind, what: string, wrong: unknown): NegativeCase => ({
    pointer: at,
    kind,
    what,
    body: put(wrong),
  });
  const found: NegativeCase[] = [];
  for (const [what, type, sample] of samples) {
    if (!accepts(schema, type)) found.push(fault('type', `with ${name} ${what}`, sample));
  }
  if (!accepts(schema, 'null')) found.push(fault('null', `with ${name} null`, null));

  const branch = getBranch(schema, value);
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, exclusiveMinimum } = branch;
  if (Array.isArray(branch['enum']) || 'const' in branch) {
    if (typeof value === 'string') found.push(fault('not allowed', `with ${name} "nonsense"`, 'nonsense'));
  } else if (typeof value === 'string') {
    if (typeof branch['pattern'] === 'string' || typeof branch['format'] === 'string') {
      found.push(fault('format', `with ${name} "#nonsense"`, '#nonsense'));
    } else if (typeof maxLength === 'number') {
      const long = astral.repeat(maxLength + 1);
      found.push(fault('too long', `with ${name} of ${maxLength + 1} characters`, long));
    }
    if (typeof minLength === 'number' && minLength > 0)
      found.push(fault('too short', `with ${name} empty`, ''));
  } else if (typeof value === 'number') {
    const below = typeof minimum === 'number' ? minimum - 1 : exclusiveMinimum;
    if (typeof below === 'number') found.push(fault('too small', `with ${name} ${below}`, below));
    if (typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER) {
      found.push(fault('too large', `with ${name} ${maximum + 1}`, maximum + 1));
    }
  } else if (Array.isArray(value)) {
    if (typeof maxItems === 'number' && maxItems < mostItems + 1 && value.length > 0) {
      const many = Array.from({ length: maxItems + 1 }, (_, index) => value[index % value.length]);
      found.push(fault('too many', `with ${name} of ${maxItems + 1} items`, many));
    }
    if (typeof minItems === 'number' && minItems > 0) found.push(fault('too few', `with ${name} empty`, []));
    const items = branch['items'];
    for (const [index, item] of value.entries()) {
      if (!isObject(items)) break;
      const putItem: Put = (wrong) => put(value.with(index, wrong));
      found.push(...variants(items, item, putItem, [...path, index]));
    }
  } else if (isObject(value)) {
    const required = Array.isArray(branch['required']) ? branch['required'] : [];
    for (const [member, memberSchema] of getMembers(branch)) {
      if (!(member in value)) continue;
      const place = [...path, member];
      if (required.includes(member)) {
        const { [member]: _, ...rest } = value;
        found.push({
          pointer: pointer(place),
          kind: 'missing',
          what: `without ${place.join('.')}`,
          body: put(rest),
        });
      }
      const faults = variants(
        memberSchema,
        value[member],
        (wrong) => put({ ...value, [member]: wrong }),
        place,
      );
      const isAbsence = ({ kind, pointer: at }: NegativeCase) =>
        kind === 'null' && at === pointer(place) && !required.includes(member);
      found.push(...faults.map((one) => (isAbsence(one) ? { ...one, isAbsence: true } : one)));
    }
  }
  return found;
}

function longest(schema: JsonSchema, value: unknown, put: Put, path: Path, keep: string): PositiveCase[] {
  const branch = getBranch(schema, value);
  const { maxLength } = branch;
  if (typeof value === 'string') {
    const formed = ['pattern', 'format', 'enum', 'const'].some((keyword) => keyword in branch);
    if (formed || typeof maxLength !== 'number') return [];
    const text = keep + astral.repeat(maxLength - [...keep].length);
    return [
      { pointer: pointer(path), what: `with ${path.join('.')} of ${maxLength} characters`, body: put(text) },
    ];
  }
  if (Array.isArray(value)) {
    const items = branch['items'];
    if (!isObject(items)) return [];
    return value.flatMap((item, index) =>
      longest(items, item, (text) => put(value.with(index, text)), [...path, index], keep),
    );
  }
  if (!isObject(value)) return [];
  return getMembers(branch).flatMap(([member, memberSchema]) =>
    member in value
      ? longest(
          memberSchema,
          value[member],
          (text) => put({ ...value, [member]: text }),
          [...path, member],
          keep,
        )
      : [],
  );
}

const pointer = (path: Path) => path.map((key) => `/${pointerToken(key)}`).join('');
