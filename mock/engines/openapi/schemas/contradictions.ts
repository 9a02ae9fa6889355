import { openApiLimits } from '../../../../spec/engine-limits.ts';
import type { DocumentProblem, Located } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { toPointer } from '../pointer.ts';
import { fitsNumber, fitsScalar } from './scalar.ts';
import { textsOf } from './schema-nodes.ts';
import { type Direction, isIgnored, type Shape, type Shapes } from './shape.ts';
import { allTypes, commonTypes, hasType, limitOf, type Type, typesIn, typesOf, valuesOf } from './types.ts';
import { sayTooNested } from './work.ts';

/** Finds schemas that no value can fit, or be judged by, from what they say alone: no value is tried. */
export class Contradictions {
  readonly #shapes: Shapes;
  readonly #found = {
    request: new WeakMap<JsonObject, string | undefined>(),
    response: new WeakMap<JsonObject, string | undefined>(),
  };
  readonly #looks = new WeakMap<JsonObject, number>();
  #deep = 0;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /** Why no value fits a schema, or can be judged by it, in a sentence without a full stop; undefined if one may. */
  find(schema: Located, direction: Direction): string | undefined {
    const found = this.#found[direction];
    if (found.has(schema.node) || this.#deep > openApiLimits.lookups) return found.get(schema.node);
    // Inside itself it may have an end.
    found.set(schema.node, undefined);
    this.#deep += 1;
    try {
      const reason = this.#read(schema, direction);
      found.set(schema.node, reason);
      return reason;
    } catch (cause) {
      // It was not read to its end.
      found.delete(schema.node);
      throw cause;
    } finally {
      this.#deep -= 1;
    }
  }

  #read(schema: Located, direction: Direction): string | undefined {
    const shape = this.#shapes.of(schema);
    const own = (reason: string) => `The schema ${schema.pointer} has no value: ${reason}`;
    if (this.#shapes.isNever(schema)) return own('it is false');
    const apart = own('the types of its parts have nothing in common');
    // In answers an object counts alone: a published document puts the enum of a result beside its envelope.
    const isEnvelope = direction === 'response' && typesOf(shape)[0] === 'object';
    if (this.#shapes.judged(schema) !== schema && !isEnvelope) return apart;
    const refused = refusedTypes(shape);
    if (this.#countLooks(schema) > openApiLimits.looks) return sayTooNested(schema);
    const values = valuesOf(shape);
    if (values) {
      const fits = (value: JsonValue) =>
        !hasType(refused, value) &&
        (typeof value === 'object' && value !== null
          ? hasType(typesOf(shape), value)
          : fitsScalar(shape, value, this.#shapes));
      return values.some(fits) ? undefined : own('none that enum or const lists fits the rest of it');
    }
    const types = typesOf(shape).filter((type) => !hasEach(refused, type));
    if (types.length === 0) return own('its not refuses all that the rest of it allows');
    const reasons = types.map((type) => this.#inType(type, shape, direction, own));
    const [first] = reasons;
    if (first !== undefined && !reasons.includes(undefined)) return first;
    for (const { branches } of shape.choices) {
      const inBranches = branches.map((branch) => this.find(branch, direction));
      if (!inBranches.includes(undefined)) return inBranches[0];
      const hasTypes = (branch: Located) => commonTypes(types, typesOf(this.#shapes.of(branch))).length > 0;
      if (!branches.some(hasTypes)) return apart;
    }
    return undefined;
  }

  /** Looks that it takes at least to judge any value: what `$ref` and `allOf` lead to is always looked at. */
  #countLooks(schema: Located, depth = 0): number {
    const known = this.#looks.get(schema.node);
    if (known !== undefined || depth > openApiLimits.lookups) return known ?? 0;
    this.#looks.set(schema.node, 0);
    const { nodes } = this.#shapes;
    const target = nodes.follow(schema);
    const parts = target && nodes.document.version === '3.0' ? [] : nodes.list(schema, 'allOf');
    const count = [...(target ? [target] : []), ...parts].reduce(
      (sum, part) => sum + this.#countLooks(part, depth + 1),
      target ? 1 : 0,
    );
    this.#looks.set(schema.node, count);
    return count;
  }

  #inType(
    type: Type,
    shape: Shape,
    direction: Direction,
    own: (reason: string) => string,
  ): string | undefined {
    const limits = (keyword: string) => this.#crossed(shape, `min${keyword}`, `max${keyword}`);
    const reason =
      type === 'string'
        ? limits('Length')
        : type === 'array'
          ? (limits('Items') ?? this.#ofItems(shape))
          : type === 'object'
            ? (limits('Properties') ?? this.#ofNames(shape, direction))
            : type === 'integer' || type === 'number'
              ? ofNumber(shape, type)
              : undefined;
    if (reason !== undefined) return own(reason);
    if (type === 'object') return this.#inMembers(shape, direction);
    return type === 'array' ? this.#inItems(shape, direction) : undefined;
  }

  #crossed(shape: Shape, least: string, most: string): string | undefined {
    const [low, high] = [limitOf(shape, least, 'largest'), limitOf(shape, most, 'smallest')];
    const isCrossed = low !== undefined && high !== undefined && low > high;
    return isCrossed ? `${least} is ${low} and ${most} is ${high}` : undefined;
  }

  #ofNames(shape: Shape, direction: Direction): string | undefined {
    const required = this.#required(shape, direction);
    const apart = shape.parts.filter((part, _, parts) =>
      parts.some((other) => areApart(part, other, required)),
    );
    const unknown = required.find(
      (name) => !isAllowed(shape, name, direction) || apart.some((part) => !names(part, name)),
    );
    if (unknown !== undefined) return `${JSON.stringify(unknown)} is required and not allowed`;
    const most = limitOf(shape, 'maxProperties', 'smallest') ?? Number.POSITIVE_INFINITY;
    if (required.length > most) return `maxProperties is ${most} and it requires ${required.length}`;
    const least = limitOf(shape, 'minProperties', 'largest') ?? 0;
    const isOpen = !shape.parts.some(isClosed) || shape.parts.some(({ node }) => node['patternProperties']);
    if (isOpen || least === 0) return undefined;
    const named = [...this.#shapes.membersOf(shape).keys()];
    const allowed = named.filter((name) => isAllowed(shape, name, direction)).length;
    return allowed < least ? `minProperties is ${least} and it allows ${allowed}` : undefined;
  }

  #required(shape: Shape, direction: Direction): readonly string[] {
    const members = this.#shapes.membersOf(shape);
    const names = new Set(shape.parts.flatMap(({ node }) => textsOf(node['required'])));
    return [...names].filter((name) => {
      const member = members.get(name);
      return !member || !isIgnored(member, direction);
    });
  }

  #inMembers(shape: Shape, direction: Direction): string | undefined {
    for (const name of this.#required(shape, direction)) {
      const member = this.#shapes.membersOf(shape).get(name)?.schema ?? this.#shapes.member(shape, name);
      const reason = this.find(member, direction);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  #ofItems(shape: Shape): string | undefined {
    const least = limitOf(shape, 'minItems', 'largest') ?? 0;
    const isUnique = shape.parts.some(({ node }) => node['uniqueItems'] === true);
    const values = isUnique && least > 0 && valuesOf(this.#shapes.of(this.#shapes.item(shape, least - 1)));
    const isPlain = !shape.parts.some(({ node }) => node['prefixItems']);
    return values && isPlain && values.length < least
      ? `minItems is ${least} and its values are ${values.length}`
      : undefined;
  }

  #inItems(shape: Shape, direction: Direction): string | undefined {
    const least = limitOf(shape, 'minItems', 'largest') ?? 0;
    for (let index = 0; index < Math.min(least, comparedItems); index++) {
      const reason = this.find(this.#shapes.item(shape, index), direction);
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
}

/** Whether a list of types has all values of one. */
const hasEach = (types: readonly Type[], type: Type) => commonTypes([type], types)[0] === type;

/** Types that a `not` refuses, if it says nothing but types. */
function refusedTypes({ parts }: Shape): readonly Type[] {
  return parts.flatMap(({ node: { not } }) => {
    if (not === true) return allTypes;
    if (!isObject(not)) return [];
    const { type, title: _title, description: _description, $comment: _comment, ...others } = not;
    if (Object.keys(others).length > 0) return [];
    if (type === undefined) return allTypes;
    return typesIn(not) ? typesOf({ parts: [{ node: not, pointer: '' }] }) : [];
  });
}

/** Items that may have schemas of their own. */
const comparedItems = 20;

/** Limits between which no number fits. */
function ofNumber(shape: Shape, type: 'integer' | 'number'): string | undefined {
  const limit = (keywords: readonly string[], strictest: 'largest' | 'smallest') => {
    const found = keywords.flatMap((keyword) => limitOf(shape, keyword, strictest) ?? []);
    return strictest === 'largest' ? Math.max(...found) : Math.min(...found);
  };
  const low = limit(['minimum', 'exclusiveMinimum'], 'largest');
  const high = limit(['maximum', 'exclusiveMaximum'], 'smallest');
  const steps = limitOf(shape, 'multipleOf', 'largest') ?? 0;
  const step = type === 'integer' ? Math.max(1, steps) : steps;
  const isWide = !Number.isFinite(low) || !Number.isFinite(high) || high - low > 2 * step;
  if (isWide && low <= high) return undefined;
  const first = Math.floor(low / step) - 1;
  const near = step > 0 ? [0, 1, 2, 3, 4].map((more) => Number(((first + more) * step).toPrecision(15))) : [];
  const fits = (value: number) =>
    (type === 'number' || Number.isInteger(value)) &&
    shape.parts.every(({ node: { format: _format, ...node } }) => fitsNumber(node, value));
  if (low > high) return `minimum is ${low} and maximum is ${high}`;
  return [low, high, ...near].some(fits) ? undefined : `no ${type} from ${low} to ${high} fits`;
}

const isClosed = ({ node }: Located) => node['additionalProperties'] === false;

const hasOwn = ({ node }: Located, keyword: string, name: string) => {
  const named = node[keyword];
  return isObject(named) && Object.hasOwn(named, name);
};

/** Whether a part names a member, or may do so by a pattern. */
const names = (part: Located, name: string) =>
  hasOwn(part, 'properties', name) || part.node['patternProperties'] !== undefined;

/** The part of an `allOf` that allows no further members, and the other part that names one. */
export function findClosed({ parts }: Shape, name: string) {
  const naming = parts.find((part) => hasOwn(part, 'properties', name));
  const closed = parts.find((part) => isClosed(part) && !names(part, name));
  return naming && closed && { naming, closed };
}

/** Whether each of two closed parts requires a member that the other one refuses. */
function areApart(one: Located, other: Located, required: readonly string[]): boolean {
  const refuses = (part: Located, { node }: Located) =>
    isClosed(part) && textsOf(node['required']).some((name) => required.includes(name) && !names(part, name));
  return one !== other && refuses(one, other) && refuses(other, one);
}

/** Whether all parts allow a member. In answers each part allows what another one names, as their authors mean. */
function isAllowed(shape: Shape, name: string, direction: Direction): boolean {
  const isNamed = shape.parts.some((part) => hasOwn(part, 'properties', name));
  if (direction === 'response' && isNamed) return true;
  return shape.parts.every((part) => !isClosed(part) || names(part, name));
}

/** Members that a part of an `allOf` names and a closed part refuses. */
export function listClosed(shapes: Shapes): readonly DocumentProblem[] {
  const found = new Map<string, { readonly pointer: string; readonly rest: string; names: string }>();
  const seen = new Set<JsonValue>();
  const walk = (node: JsonValue | undefined, pointer: string) => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    const shape = isObject(node) && Array.isArray(node['allOf']) && shapes.of({ node, pointer });
    const parts = shape ? shape.parts : [];
    for (const name of new Set(parts.flatMap((part) => Object.keys(part.node['properties'] ?? {})))) {
      const { closed, naming } = (shape && findClosed(shape, name)) || {};
      if (!closed || !naming) continue;
      const rest = `fits ${pointer}: ${naming.pointer} names it, and additionalProperties is false here.`;
      const known = found.get(`${closed.pointer} ${rest}`);
      if (known) known.names += ` or ${JSON.stringify(name)}`;
      else
        found.set(`${closed.pointer} ${rest}`, {
          pointer: closed.pointer,
          rest,
          names: JSON.stringify(name),
        });
    }
    for (const [name, inside] of Object.entries(node) as [string, JsonValue | undefined][])
      walk(inside, `${pointer}${toPointer(name)}`);
  };
  walk(shapes.nodes.document.root, '');
  return [...found.values()].map(({ pointer, names, rest }) => ({
    pointer,
    problem: `No request with ${names} ${rest}`,
  }));
}
