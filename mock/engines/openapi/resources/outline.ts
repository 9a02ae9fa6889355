import type { Located, OpenApiDocument } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { toPointer } from '../pointer.ts';

/** A member of an object schema. */
export interface OutlineMember {
  /** With several places in `allOf`, the one that says most; undefined if the member is only named as required. */
  readonly schema: Located | undefined;
  readonly readOnly: boolean;
  readonly required: boolean;
}

/** What a schema describes, through `$ref`, `allOf`, `oneOf` and `anyOf`. */
export interface Outline {
  readonly kind: 'object' | 'array' | 'value' | 'unknown';
  /** Of all branches. Empty if the schema names none. */
  readonly members: ReadonlyMap<string, OutlineMember>;
  /** Of an array. */
  readonly items: Located | undefined;
}

/** Reads outlines of the schemas of one document, each once. */
export type OutlineReader = (schema: Located | undefined) => Outline;

export function createOutlineReader(document: OpenApiDocument): OutlineReader {
  const outlines = new Map<string, Outline>();
  return (schema) => {
    if (!schema) return nothing;
    const outline = outlines.get(schema.pointer) ?? readOutline(document, schema);
    outlines.set(schema.pointer, outline);
    return outline;
  };
}

const nothing: Outline = { kind: 'unknown', members: new Map(), items: undefined };

/** Circles end where they meet themselves. */
function readOutline(document: OpenApiDocument, schema: Located): Outline {
  const found: Found = {
    kinds: new Set(),
    members: new Map(),
    required: new Set(),
    items: [],
    seen: new Set(),
  };
  visit(document, schema, found, true);
  const members = new Map<string, OutlineMember>();
  for (const [name, places] of found.members)
    members.set(name, new LazyMember(document, name, places, found.required.has(name)));
  for (const name of found.required)
    if (!members.has(name)) members.set(name, { schema: undefined, readOnly: false, required: true });
  return { kind: toKind(found), members, items: mostSpecific(found.items) };
}

/** A schema that allows both an object and an array is what it says more about. */
function toKind({ kinds, members, items }: Found): Outline['kind'] {
  if (kinds.has('object') && kinds.has('array')) {
    if (members.size > 0) return 'object';
    return items.some(({ node }) => Object.keys(node).length > 0) ? 'array' : 'unknown';
  }
  return (['array', 'object', 'value'] as const).find((one) => kinds.has(one)) ?? 'unknown';
}

interface Found {
  readonly kinds: Set<Outline['kind']>;
  /** By name, the objects that describe a member. */
  readonly members: Map<string, Located[]>;
  readonly required: Set<string>;
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
  if (always && Array.isArray(required))
    for (const name of required as readonly JsonValue[])
      if (typeof name === 'string') found.required.add(name);
  if (isObject(properties)) {
    const place = { node: properties, pointer: `${pointer}/properties` };
    for (const name of Object.keys(properties)) {
      const places = found.members.get(name);
      if (places) places.push(place);
      else found.members.set(name, [place]);
    }
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

function kindOf(node: JsonObject): Outline['kind'] | undefined {
  const { type } = node;
  const types = Array.isArray(type) ? (type as readonly JsonValue[]) : [type];
  if (types.includes('array') || node['items'] !== undefined) return 'array';
  if (types.includes('object') || isObject(node['properties'])) return 'object';
  if (node['enum'] !== undefined) return 'value';
  return types.some((one) => typeof one === 'string' && one !== 'null') ? 'value' : undefined;
}

/** A member is looked up when it is first asked for, since most are not. */
class LazyMember implements OutlineMember {
  readonly required: boolean;
  readonly #document: OpenApiDocument;
  readonly #name: string;
  readonly #places: readonly Located[];
  #schemas: readonly Located[] | undefined;

  /** @param places the `properties` that describe it */
  constructor(document: OpenApiDocument, name: string, places: readonly Located[], required: boolean) {
    this.#document = document;
    this.#name = name;
    this.#places = places;
    this.required = required;
  }

  get schema(): Located | undefined {
    return mostSpecific(this.#find());
  }

  get readOnly(): boolean {
    return this.#find().some(({ node }) => node['readOnly'] === true);
  }

  #find(): readonly Located[] {
    this.#schemas ??= this.#places.flatMap(
      ({ node, pointer }) => this.#document.resolve(node[this.#name], pointer + toPointer(this.#name)) ?? [],
    );
    return this.#schemas;
  }
}

/** Common parts of answers say `result: {}` or `items: {}`, and others what it is. The last of those that say most. */
function mostSpecific(places: readonly Located[]): Located | undefined {
  let best: Located | undefined;
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

/** Whether two schemas are the same node of the document. */
export const isSame = (one: Located | undefined, other: Located | undefined): boolean =>
  one !== undefined && other !== undefined && one.pointer === other.pointer;
