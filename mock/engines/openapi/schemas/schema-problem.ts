import type { JsonValue } from '../json.ts';
import { toPointer } from '../pointer.ts';

/** Why a value does not fit a schema. */
export interface SchemaProblem {
  /** JSON pointer into the value, to the member that is missing too. */
  readonly pointer: string;
  /** What comes after the name of the member in a sentence: `is required`, `must be a string`. */
  readonly problem: string;
  /** The keyword of JSON Schema that the value fails. */
  readonly keyword: string;
  /** The bound of a number that is outside of it. */
  readonly bound?: number;
}

/** An error of ajv, or one like it. */
interface ValidationError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
}

/** Puts an error of ajv into words. */
export function toProblem({ keyword, instancePath, params }: ValidationError): SchemaProblem {
  const { missingProperty, additionalProperty, limit } = params;
  const inside = (name: unknown) => `${instancePath}${toPointer(String(name))}`;
  if (keyword === 'required' || keyword === 'dependentRequired' || keyword === 'dependencies')
    return { keyword: 'required', pointer: inside(missingProperty), problem: 'is required' };
  if (keyword === 'additionalProperties')
    return { keyword, pointer: inside(additionalProperty), problem: 'is not allowed' };
  const count = (what: string, least: boolean) =>
    `must have at ${least ? 'least' : 'most'} ${String(limit)} ${what}${limit === 1 ? '' : 's'}`;
  const texts: Record<string, () => string> = {
    type: () => `must be ${[params['type']].flat().map(withArticle).join(' or ')}`,
    enum: () => `must be ${oneOf(params['allowedValues'])}`,
    const: () => `must be ${shown(params['allowedValue'])}`,
    minimum: () => `must be at least ${String(limit)}`,
    maximum: () => `must be at most ${String(limit)}`,
    exclusiveMinimum: () => `must be more than ${String(limit)}`,
    exclusiveMaximum: () => `must be less than ${String(limit)}`,
    multipleOf: () => `must be a multiple of ${String(params['multipleOf'])}`,
    minLength: () => count('character', true),
    maxLength: () => count('character', false),
    minItems: () => count('item', true),
    maxItems: () => count('item', false),
    minProperties: () => count('member', true),
    maxProperties: () => count('member', false),
    uniqueItems: () => 'must not have the same item twice',
    pattern: () => `must match ${cut(String(params['pattern']))}`,
    format: () => `must have the format ${String(params['format'])}`,
    contains: () => 'lacks an item that it must have',
    not: () => 'must not have this value',
    'false schema': () => 'is not allowed',
  };
  return {
    keyword,
    pointer: instancePath,
    problem: texts[keyword]?.() ?? `does not fit the keyword ${keyword}`,
    ...(/^(?:minimum|maximum)$/.test(keyword) && { bound: Number(limit) }),
  };
}

const withArticle = (type: unknown) =>
  type === 'null' ? 'null' : `${/^[aio]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;

/** Values that are listed in a problem; the rest is counted. */
const listed = 12;

function oneOf(values: unknown): string {
  const all = Array.isArray(values) ? (values as readonly JsonValue[]) : [];
  if (all.length === 1) return shown(all[0]);
  const more = all.length > listed ? ` or one of ${all.length - listed} more` : '';
  return `one of ${all.slice(0, listed).map(shown).join(', ')}${more}`;
}

const shown = (value: unknown) => cut(JSON.stringify(value) ?? 'undefined');
const cut = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

/** Of the problems with two branches, those with the one that the value was more likely meant for. */
export function nearer(
  one: readonly SchemaProblem[],
  other: readonly SchemaProblem[],
  at: string,
): readonly SchemaProblem[] {
  const isOfType = (problems: readonly SchemaProblem[]) =>
    problems.some(({ pointer, keyword }) => pointer === at && keyword === 'type');
  const [first, second] = [isOfType(one), isOfType(other)];
  if (first && second) {
    const [a, b] = [one[0]?.problem ?? '', other[0]?.problem ?? ''];
    const more = b.replace(/^must be /, '');
    return [{ pointer: at, keyword: 'type', problem: a === b || a.includes(more) ? a : `${a} or ${more}` }];
  }
  if (first !== second) return first ? other : one;
  return isNearer(distanceOf(other, at), distanceOf(one, at)) ? other : one;
}

/**
 * How far a value is from a branch, the most important count first: wrong tags, problems at each depth from the top
 * down, all problems, missing members. Missing members count least, as a client names what it means.
 */
function distanceOf(problems: readonly SchemaProblem[], at: string): readonly number[] {
  const depths = problems.map(({ pointer }) => pointer.slice(at.length).split('/').length - 1);
  const isTag = ({ keyword }: SchemaProblem, index: number) =>
    depths[index] === 1 && (keyword === 'enum' || keyword === 'const');
  const byDepth = Array.from({ length: comparedDepth }, (_, one) => depths.filter((depth) => depth === one));
  const missing = problems.filter(({ keyword }) => keyword === 'required');
  return [problems.filter(isTag), ...byDepth, problems, missing].map(({ length }) => length);
}

/** Depth up to which problems are compared. */
const comparedDepth = 20;

function isNearer(one: readonly number[], other: readonly number[]): boolean {
  const index = one.findIndex((count, at) => count !== other[at]);
  return index !== -1 && (one[index] ?? 0) < (other[index] ?? 0);
}
