import type { Located, OpenApiDocument } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { toPointer } from '../pointer.ts';

/** A member of an object schema. */
export interface ShapeMember {
  /** With several places in `allOf`, the one that says most. */
  readonly schema: Located;
  readonly readOnly: boolean;
  readonly required: boolean;
}

/** What a schema describes, through `$ref`, `allOf`, `oneOf` and `anyOf`. */
export interface Shape {
  readonly kind: 'object' | 'array' | 'value' | 'unknown';
  /** Of all branches. Empty if the schema names none. */
  readonly members: ReadonlyMap<string, ShapeMember>;
  /** Of an array. */
  readonly items: Located | undefined;
}

/** Reads the shape of a schema. Circles end where they meet themselves. */
export function readShape(document: OpenApiDocument, schema: Located | undefined): Shape {
  const found: Found = { kinds: new Set(), members: new Map(), items: [], seen: new Set() };
  if (schema) visit(document, schema, found, true);
  const members = new Map([...found.members].map(([name, places]) => [name, toMember(places)] as const));
  return { kind: toKind(found), members, items: mostSpecific(found.items) };
}

/** A schema that allows both an object and an array is what it says more about. */
function toKind({ kinds, members, items }: Found): Shape['kind'] {
  if (kinds.has('object') && kinds.has('array')) {
    if (members.size > 0) return 'object';
    return items.some(({ node }) => Object.keys(node).length > 0) ? 'array' : 'unknown';
  }
  return (['array', 'object', 'value'] as const).find((one) => kinds.has(one)) ?? 'unknown';
}

interface Place extends Located {
  readonly required: boolean;
}

interface Found {
  readonly kinds: Set<Shape['kind']>;
  readonly members: Map<string, Place[]>;
  readonly items: Located[];
  readonly seen: Set<string>;
}

function visit(document: OpenApiDocument, schema: Located, found: Found, always: boolean): void {
  const { node, pointer } = schema;
  if (found.seen.has(pointer)) return;
  found.seen.add(pointer);
  const kind = kindOf(node);
  if (kind) found.kinds.add(kind);
  const { properties, required, items } = node;
  const needed = new Set(always && Array.isArray(required) ? (required as readonly JsonValue[]) : []);
  for (const name of needed) {
    const places = typeof name === 'string' ? found.members.get(name) : undefined;
    if (places)
      found.members.set(
        name as string,
        places.map((place) => ({ ...place, required: true })),
      );
  }
  for (const [name, value] of Object.entries(isObject(properties) ? properties : {})) {
    const located = document.resolve(value, pointer + toPointer('properties', name));
    if (!located) continue;
    const known = found.members.get(name);
    const place = { ...located, required: needed.has(name) || (known?.[0]?.required ?? false) };
    if (known) known.push(place);
    else found.members.set(name, [place]);
  }
  const item = items === undefined ? undefined : document.resolve(items, `${pointer}/items`);
  if (item) found.items.push(item);
  for (const [keyword, branches] of [
    ['allOf', node['allOf']],
    ['oneOf', node['oneOf']],
    ['anyOf', node['anyOf']],
  ] as const) {
    if (!Array.isArray(branches)) continue;
    for (const [index, value] of (branches as readonly JsonValue[]).entries()) {
      const located = document.resolve(value, `${pointer}/${keyword}/${index}`);
      if (located) visit(document, located, found, always && keyword === 'allOf');
    }
  }
}

function kindOf(node: JsonObject): Shape['kind'] | undefined {
  const { type } = node;
  const types = Array.isArray(type) ? (type as readonly JsonValue[]) : [type];
  if (types.includes('array') || node['items'] !== undefined) return 'array';
  if (types.includes('object') || isObject(node['properties'])) return 'object';
  if (node['enum'] !== undefined) return 'value';
  return types.some((one) => typeof one === 'string' && one !== 'null') ? 'value' : undefined;
}

function toMember(places: readonly Place[]): ShapeMember {
  const schema = mostSpecific(places) as Place;
  return {
    schema: { node: schema.node, pointer: schema.pointer },
    readOnly: places.some(({ node }) => node['readOnly'] === true),
    required: places.some(({ required }) => required),
  };
}

/** Common parts of answers say `result: {}` or `items: {}`, and others what it is. The last of those that say most. */
function mostSpecific<T extends Located>(places: readonly T[]): T | undefined {
  let best: T | undefined;
  for (const place of places) if (!best || weight(place.node) >= weight(best.node)) best = place;
  return best;
}

function weight(node: JsonObject): number {
  const { properties, items, allOf, oneOf, anyOf, type } = node;
  if (isObject(properties) && Object.keys(properties).length > 0) return 3;
  if (isObject(items) && Object.keys(items).length > 0) return 3;
  if ([allOf, oneOf, anyOf].some((branches) => Array.isArray(branches) && branches.some(saysMuch))) return 3;
  return type === undefined ? 0 : 1;
}

const saysMuch = (branch: unknown) =>
  isObject(branch) && (typeof branch['$ref'] === 'string' || weight(branch) > 1);
