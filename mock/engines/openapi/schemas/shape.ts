import type { Located, OpenApiDocument } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { readPointer, toPointer } from '../pointer.ts';
import { PatternCache } from './pattern-cache.ts';
import type { ProblemList } from './problem-list.ts';

/** Which values are read: those of a request or those of an answer. */
export type Direction = 'request' | 'response';

/** Alternatives, of which a value fits at least one (`anyOf`) or exactly one (`oneOf`). */
export interface Choice {
  readonly kind: 'anyOf' | 'oneOf';
  readonly pointer: string;
  readonly branches: readonly Located[];
  /** Member that names the branch, and the branch of each of its values. */
  readonly discriminator:
    | { readonly name: string; readonly branches: ReadonlyMap<string, Located> }
    | undefined;
}

/** What a value must fit: a schema with everything that it takes in by `$ref` and `allOf`. */
export interface Shape {
  /** Schemas that a value must all fit; none has a `$ref` that still counts. */
  readonly parts: readonly Located[];
  readonly choices: readonly Choice[];
}

/** A member of objects that fit a schema. */
export interface Member {
  readonly schema: Located;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly required: boolean;
}

/** A schema that every value fits, and one that none does. */
const anything: JsonObject = {};
const nothing: JsonObject = { not: {} };

/** Reads the schemas of a document, one at a time and when they are used. */
export class Shapes {
  readonly document: OpenApiDocument;
  readonly patterns: PatternCache;
  readonly #problems: ProblemList;
  readonly #shapes = new WeakMap<JsonObject, Shape>();
  readonly #members = new WeakMap<JsonObject, ReadonlyMap<string, Member>>();
  readonly #choices = new WeakMap<JsonObject, readonly Choice[]>();
  /** Schemas that several others make together, by the first of them. */
  readonly #joined = new WeakMap<JsonObject, Located[]>();

  constructor(document: OpenApiDocument, problems: ProblemList) {
    this.document = document;
    this.#problems = problems;
    this.patterns = new PatternCache();
  }

  /** A schema at a place of the document, which may be `true` or `false`; undefined if it is none. */
  locate(value: JsonValue | undefined, pointer: string): Located | undefined {
    if (isObject(value)) return { node: value, pointer };
    if (value === true) return { node: anything, pointer };
    if (value === false) return { node: nothing, pointer };
    if (value !== undefined) this.#problems.add(pointer, 'A schema must be an object; any value fits here.');
    return undefined;
  }

  /** Schemas in a list, such as those of `allOf`. */
  list({ node, pointer }: Located, keyword: string): Located[] {
    const values = node[keyword];
    if (!Array.isArray(values)) return [];
    return (values as readonly JsonValue[]).flatMap(
      (value, index) => this.locate(value, `${pointer}/${keyword}/${index}`) ?? [],
    );
  }

  /** Schemas by name, such as those of `properties`. */
  named({ node, pointer }: Located, keyword: string): (readonly [name: string, schema: Located])[] {
    const values = node[keyword];
    if (!isObject(values)) return [];
    return Object.entries(values).flatMap(([name, value]) => {
      const schema = this.locate(value, `${pointer}/${keyword}${toPointer(name)}`);
      return schema ? [[name, schema] as const] : [];
    });
  }

  /** The schema that a `$ref` names, if there is one. */
  follow({ node, pointer }: Located): Located | undefined {
    const { $ref: reference } = node;
    if (typeof reference !== 'string') return undefined;
    if (reference.startsWith('#')) {
      const found =
        reference === '#' ? this.document.root : readPointer(this.document.root, reference.slice(1));
      if (found === true || found === false || isObject(found)) return this.locate(found, reference.slice(1));
      this.#problems.add(pointer, `The reference ${reference} leads nowhere; any value fits here.`);
    } else {
      this.#problems.add(
        pointer,
        `The reference ${reference} leads out of the document; any value fits here.`,
      );
    }
    return undefined;
  }

  of(schema: Located): Shape {
    const known = this.#shapes.get(schema.node);
    if (known) return known;
    const parts: Located[] = [];
    this.#gather(schema, parts, new Set());
    const shape = this.#toShape(parts);
    this.#shapes.set(schema.node, shape);
    return shape;
  }

  /** A schema whose values fit all of some. */
  join(schemas: readonly Located[]): Located {
    const [first] = schemas;
    if (!first) return { node: anything, pointer: '' };
    if (schemas.length === 1) return first;
    const known = this.#joined.get(first.node) ?? [];
    const nodes = schemas.map(({ node }) => node);
    const found = known.find(({ node: { allOf } }) => isSameList(allOf as readonly JsonObject[], nodes));
    if (found) return found;
    const joined = { node: { allOf: nodes }, pointer: first.pointer };
    const parts: Located[] = [];
    const seen = new Set<JsonObject>();
    for (const schema of schemas) this.#gather(schema, parts, seen);
    this.#shapes.set(joined.node, this.#toShape(parts));
    this.#joined.set(first.node, [...known, joined]);
    return joined;
  }

  /** Members that a schema names. */
  members(schema: Located): ReadonlyMap<string, Member> {
    const known = this.#members.get(schema.node);
    if (known) return known;
    const members = this.membersOf(this.of(schema));
    this.#members.set(schema.node, members);
    return members;
  }

  /** Members that a shape names. */
  membersOf({ parts }: Shape): ReadonlyMap<string, Member> {
    const found = new Map<string, Located[]>();
    for (const part of parts) {
      for (const [name, member] of this.named(part, 'properties')) {
        const others = found.get(name);
        if (others) others.push(member);
        else found.set(name, [member]);
      }
    }
    const required = new Set(parts.flatMap(({ node }) => textsOf(node['required'])));
    const members = new Map<string, Member>();
    for (const [name, schemas] of found) {
      const joined = this.join(schemas);
      const has = (keyword: string) => this.of(joined).parts.some(({ node }) => node[keyword] === true);
      members.set(name, {
        schema: joined,
        readOnly: has('readOnly'),
        writeOnly: has('writeOnly'),
        required: required.has(name),
      });
    }
    return members;
  }

  /** The schema of one member of an object, named or not. */
  member(shape: Shape, name: string): Located {
    return this.join(
      shape.parts.flatMap((part) => {
        const own = this.named(part, 'properties').filter(([known]) => known === name);
        const matched = this.named(part, 'patternProperties').filter(([source]) =>
          this.patterns.get(source)?.test(name),
        );
        const found = [...own, ...matched].map(([, schema]) => schema);
        if (found.length > 0) return found;
        return this.locate(part.node['additionalProperties'], `${part.pointer}/additionalProperties`) ?? [];
      }),
    );
  }

  /** The schema of one item of a list. */
  item(shape: Shape, index: number): Located {
    return this.join(
      shape.parts.flatMap(
        (part) =>
          this.list(part, 'prefixItems')[index] ??
          this.locate(part.node['items'], `${part.pointer}/items`) ??
          [],
      ),
    );
  }

  /** Whether no value fits a schema, by what it says itself. */
  isNever(schema: Located): boolean {
    return this.of(schema).parts.some(({ node }) => node === nothing);
  }

  /** Alternatives of one schema, without those of others that it takes in. */
  choicesOf(schema: Located): readonly Choice[] {
    const known = this.#choices.get(schema.node);
    if (known) return known;
    const found = (['oneOf', 'anyOf'] as const).flatMap((kind): Choice[] => {
      const branches = this.list(schema, kind);
      const pointer = `${schema.pointer}/${kind}`;
      if (branches.length === 0) return [];
      return [{ kind, pointer, branches, discriminator: this.#discriminator(schema, branches) }];
    });
    this.#choices.set(schema.node, found);
    return found;
  }

  #discriminator({ node }: Located, branches: readonly Located[]): Choice['discriminator'] {
    const { discriminator } = node;
    if (!isObject(discriminator) || typeof discriminator['propertyName'] !== 'string') return undefined;
    const { mapping } = discriminator;
    const byValue = new Map<string, Located>();
    for (const branch of branches) {
      const { $ref: reference } = branch.node;
      if (typeof reference === 'string') byValue.set(reference.slice(reference.lastIndexOf('/') + 1), branch);
    }
    for (const [value, target] of isObject(mapping) ? Object.entries(mapping) : []) {
      const branch = branches.find(
        ({ node: { $ref: reference } }) =>
          typeof reference === 'string' && (reference === target || reference.endsWith(`/${String(target)}`)),
      );
      if (branch) byValue.set(value, branch);
    }
    return { name: discriminator['propertyName'], branches: byValue };
  }

  #toShape(parts: readonly Located[]): Shape {
    return { parts, choices: parts.flatMap((part) => this.choicesOf(part)) };
  }

  #gather(schema: Located, parts: Located[], seen: Set<JsonObject>): void {
    if (seen.has(schema.node)) return;
    seen.add(schema.node);
    if (typeof schema.node['$ref'] === 'string') {
      const target = this.follow(schema);
      if (target) this.#gather(target, parts, seen);
      // Until 3.1, what stands next to a reference has no meaning.
      if (this.document.version === '3.0') return;
    }
    parts.push(schema);
    for (const part of this.list(schema, 'allOf')) this.#gather(part, parts, seen);
  }
}

export function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value)
    ? (value as readonly JsonValue[]).filter((text) => typeof text === 'string')
    : [];
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);
