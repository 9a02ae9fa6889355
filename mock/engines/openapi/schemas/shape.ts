import { openApiLimits } from '../../../../spec/engine-limits.ts';
import type { Located, OpenApiDocument } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { toPointer } from '../pointer.ts';
import { PatternCache } from './pattern-cache.ts';
import type { ProblemList } from './problem-list.ts';
import { anything, type Choice, nothing, SchemaNodes, textsOf } from './schema-nodes.ts';
import { commonTypes, hasType, type Type, typesOf, valuesOf } from './types.ts';
import type { Work } from './work.ts';

/** Which values are read: those of a request or those of an answer. */
export type Direction = 'request' | 'response';

/** Whether a direction leaves a member out. */
export function isIgnored(
  { readOnly, writeOnly }: Pick<Member, 'readOnly' | 'writeOnly'>,
  direction: Direction,
): boolean {
  return direction === 'request' ? readOnly : writeOnly;
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
  /** Whether its schemas contradict each other; then the last of them counts. */
  readonly isFree: boolean;
}

/** The way from a schema to that of a member or an item. */
interface Step {
  readonly schema: Located;
  /** Whether its schemas contradict each other; then this one of them counts. */
  readonly isFree: boolean;
  readonly isIgnored: boolean;
}

/** Reads the schemas of a document, one at a time and when they are used. */
export class Shapes {
  readonly nodes: SchemaNodes;
  readonly patterns: PatternCache;
  readonly #problems: ProblemList;
  readonly #work: Work;
  readonly #shapes = new WeakMap<JsonObject, Shape>();
  /** Alternatives inside each other whose members are being read. */
  #deep = 0;
  readonly #members = new WeakMap<JsonObject, ReadonlyMap<string, Member>>();
  readonly #membersOf = new WeakMap<Shape, ReadonlyMap<string, Member>>();
  /** Schemas that can be judged by, of those that contradict themselves. */
  readonly #judged = new WeakMap<JsonObject, Located>();
  /** Whether schemas that several others make together have values. */
  readonly #isPossible = new WeakMap<JsonObject, boolean>();
  /** Schemas that several others make together, by the first of them. */
  readonly #joined = new WeakMap<JsonObject, Located[]>();

  constructor(document: OpenApiDocument, problems: ProblemList, work: Work) {
    this.nodes = new SchemaNodes(document, problems);
    this.#problems = problems;
    this.#work = work;
    this.patterns = new PatternCache();
  }

  of(schema: Located): Shape {
    const known = this.#shapes.get(schema.node);
    if (known) return known;
    const parts: Located[] = [];
    this.#gather(schema, parts, new Set());
    const shape = this.#toShape(this.#fitting(schema, parts));
    this.#shapes.set(schema.node, shape);
    return shape;
  }

  /** A schema by which values can be judged: without what contradicts the rest of it. */
  judged(schema: Located): Located {
    this.of(schema);
    return this.#judged.get(schema.node) ?? schema;
  }

  /** Parts of a schema whose types the first ones allow. */
  #fitting(schema: Located, parts: readonly Located[]): readonly Located[] {
    if (typesOf({ parts }).length > 0) return parts;
    const kept: Located[] = [];
    for (const part of parts) {
      if (typesOf({ parts: [...kept, part] }).length > 0) kept.push(part);
      else
        this.#problems.add(
          part.pointer,
          `The schema contradicts others of ${schema.pointer}; it is ignored.`,
        );
    }
    const nodes = kept.map(({ node: { allOf: _parts, ...own } }) => own);
    this.#judged.set(schema.node, { node: { allOf: nodes }, pointer: schema.pointer });
    return kept;
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

  /** Members that a schema and its alternatives name. */
  members(schema: Located): ReadonlyMap<string, Member> {
    const known = this.#members.get(schema.node);
    if (known || this.#deep > openApiLimits.lookups) return known ?? new Map();
    const shape = this.of(schema);
    const members = new Map(this.membersOf(shape));
    // Alternatives that lead back here find what is known until now.
    this.#members.set(schema.node, members);
    try {
      this.#addOfChoices(shape, members);
    } catch (cause) {
      // Half of the members would be taken for all of them.
      this.#members.delete(schema.node);
      throw cause;
    }
    return members;
  }

  #addOfChoices(shape: Shape, members: Map<string, Member>): void {
    const required = new Set(shape.parts.flatMap(({ node }) => textsOf(node['required'])));
    for (const { branches } of shape.choices) {
      const inBranches = branches.map((branch) => this.#membersInside(branch));
      for (const name of new Set(inBranches.flatMap((branch) => [...branch.keys()]))) {
        const found = inBranches.flatMap((branch) => branch.get(name) ?? []);
        const own = members.get(name);
        members.set(name, {
          schema: own?.schema ?? this.#either(found.map((member) => member.schema)),
          // A client may send what only some alternatives make themselves.
          readOnly: own?.readOnly ?? found.every(({ readOnly }) => readOnly),
          writeOnly: own?.writeOnly ?? found.every(({ writeOnly }) => writeOnly),
          required: required.has(name) || inBranches.every((branch) => branch.get(name)?.required === true),
          isFree: own?.isFree === true || found.some(({ isFree }) => isFree),
        });
      }
    }
  }

  #membersInside(branch: Located): ReadonlyMap<string, Member> {
    this.#deep += 1;
    try {
      return this.members(branch);
    } finally {
      this.#deep -= 1;
    }
  }

  /** Members that a shape names, without its alternatives. */
  membersOf(shape: Shape): ReadonlyMap<string, Member> {
    const known = this.#membersOf.get(shape);
    if (known) return known;
    const members = this.#readMembers(shape);
    this.#membersOf.set(shape, members);
    return members;
  }

  #readMembers({ parts }: Shape): ReadonlyMap<string, Member> {
    const found = new Map<string, Located[]>();
    for (const part of parts) {
      for (const [name, member] of this.nodes.named(part, 'properties')) {
        const others = found.get(name);
        if (others) others.push(member);
        else found.set(name, [member]);
      }
    }
    const required = new Set(parts.flatMap(({ node }) => textsOf(node['required'])));
    const members = new Map<string, Member>();
    for (const [name, schemas] of found) {
      const { schema, isFree } = this.#agree(schemas);
      const has = (keyword: string) =>
        schemas.some((each) => this.of(each).parts.some(({ node }) => node[keyword] === true));
      members.set(name, {
        schema,
        readOnly: has('readOnly'),
        writeOnly: has('writeOnly'),
        required: required.has(name),
        isFree,
      });
    }
    return members;
  }

  /** Several schemas as one; only the last of them if no value fits all. */
  #agree(schemas: readonly Located[]): { readonly schema: Located; readonly isFree: boolean } {
    const schema = this.join(schemas);
    const last = schemas.at(-1);
    if (last === undefined || schemas.length < 2) return { schema, isFree: false };
    const isPossible = this.#isPossible.get(schema.node) ?? this.#possible(schema).length > 0;
    this.#isPossible.set(schema.node, isPossible);
    if (isPossible) return { schema, isFree: false };
    const [other] = schemas;
    const more = schemas.length > 2 ? ` and ${schemas.length - 2} more` : '';
    this.#problems.add(
      last.pointer,
      `The schema contradicts ${other?.pointer}${more}; it alone counts there.`,
    );
    return { schema: last, isFree: true };
  }

  /** Types of the values that a schema allows. */
  #possible(schema: Located, around: ReadonlySet<JsonObject> = new Set()): readonly Type[] {
    this.#work.look();
    const shape = this.of(schema);
    let types = typesOf(shape);
    for (const { branches } of shape.choices) {
      const open = branches.filter(({ node }) => !around.has(node));
      if (open.length < branches.length || around.size > openApiLimits.lookups) continue;
      const inside = new Set([...around, ...branches.map(({ node }) => node)]);
      const allowed = open.flatMap((branch) => this.#possible(branch, inside));
      types = commonTypes(types, allowed);
    }
    const values = valuesOf(shape);
    return values ? types.filter((type) => values.some((value) => hasType([type], value))) : types;
  }

  #either(schemas: readonly Located[]): Located {
    const [first] = schemas;
    const nodes = [...new Set(schemas.map(({ node }) => node))];
    if (!first || nodes.length === 1) return first ?? { node: anything, pointer: '' };
    return { node: { anyOf: nodes }, pointer: first.pointer };
  }

  /** The schema of a member or an item, through alternatives too. */
  step(schema: Located, name: string, direction: Direction): Step {
    const member = this.members(schema).get(name);
    if (member)
      return { schema: member.schema, isFree: member.isFree, isIgnored: isIgnored(member, direction) };
    const shape = this.of(schema);
    const isItem = /^\d+$/.test(name);
    const parts = [
      shape,
      ...shape.choices.flatMap(({ branches }) => branches.map((branch) => this.of(branch))),
    ];
    for (const each of parts) {
      const found = isItem ? this.#items(each, Number(name)) : this.#others(each, name);
      if (found.length > 0) return { ...this.#agree(found), isIgnored: false };
    }
    return { schema: { node: anything, pointer: schema.pointer }, isFree: false, isIgnored: false };
  }

  /** Whether a value has members that a direction leaves out. */
  hasIgnored(schema: Located, value: JsonValue, direction: Direction): boolean {
    if (Array.isArray(value)) {
      const items = value as readonly JsonValue[];
      return items.some((item, index) =>
        this.hasIgnored(this.step(schema, String(index), direction).schema, item, direction),
      );
    }
    if (!isObject(value)) return false;
    return Object.entries(value).some(([name, inside]) => {
      const member = this.members(schema).get(name);
      if (!member || inside === undefined) return false;
      return isIgnored(member, direction) || this.hasIgnored(member.schema, inside, direction);
    });
  }

  /** The schema of a member of an object, named or not. */
  member(shape: Shape, name: string): Located {
    return this.#agree(this.#others(shape, name)).schema;
  }

  #others({ parts }: Shape, name: string): readonly Located[] {
    return parts.flatMap((part) => {
      const { properties } = part.node;
      const isOwn = isObject(properties) && Object.hasOwn(properties, name);
      const own =
        isOwn && this.nodes.locate(properties[name], `${part.pointer}/properties${toPointer(name)}`);
      const matched = this.nodes
        .named(part, 'patternProperties')
        .filter(([source]) => this.patterns.get(source)?.test(name));
      const found = [...(own ? [own] : []), ...matched.map(([, schema]) => schema)];
      if (found.length > 0) return found;
      return (
        this.nodes.locate(part.node['additionalProperties'], `${part.pointer}/additionalProperties`) ?? []
      );
    });
  }

  /** The schema of an item of a list. */
  item(shape: Shape, index: number): Located {
    return this.#agree(this.#items(shape, index)).schema;
  }

  #items({ parts }: Shape, index: number): readonly Located[] {
    return parts.flatMap(
      (part) =>
        this.nodes.list(part, 'prefixItems')[index] ??
        this.nodes.locate(part.node['items'], `${part.pointer}/items`) ??
        [],
    );
  }

  /** Whether no value fits a schema, by what it says itself. */
  isNever(schema: Located): boolean {
    return this.of(schema).parts.some(({ node }) => node === nothing);
  }

  #toShape(parts: readonly Located[]): Shape {
    return { parts, choices: parts.flatMap((part) => this.nodes.choicesOf(part)) };
  }

  #gather(schema: Located, parts: Located[], seen: Set<JsonObject>, depth = 0): void {
    if (seen.has(schema.node)) return;
    if (depth > openApiLimits.lookups) {
      this.#problems.add(schema.pointer, 'The schema is too deep in others; any value fits here.');
      return;
    }
    seen.add(schema.node);
    if (typeof schema.node['$ref'] === 'string') {
      const target = this.nodes.follow(schema);
      if (target && seen.has(target.node) && parts.length === 0)
        this.#problems.add(schema.pointer, 'The reference leads back to itself; any value fits here.');
      if (target) this.#gather(target, parts, seen, depth + 1);
      // Until 3.1, what stands next to a reference has no meaning.
      if (this.nodes.document.version === '3.0') return;
    }
    parts.push(schema);
    for (const part of this.nodes.list(schema, 'allOf')) this.#gather(part, parts, seen, depth + 1);
  }
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);
