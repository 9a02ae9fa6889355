import type { Located } from '../document.ts';
import { isObject, type JsonObject } from '../json.ts';
import { toPointer } from '../pointer.ts';
import { type Choice, isNamed } from './schema-nodes.ts';
import type { Member, Shape, Shapes } from './shape.ts';
import { valuesOf } from './types.ts';

/** Reads which schema the member of a discriminator names. */
export class Discriminators {
  readonly #shapes: Shapes;
  readonly #branchesByName = new WeakMap<Choice, ReadonlyMap<string, Located>>();
  readonly #tags = new WeakMap<Choice, ReadonlyMap<Located, Located>>();
  readonly #tagged = new WeakMap<Shape, Shape>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /** The branches of a choice by what its discriminator may say: a name, unless the branch itself asks for other values. */
  branchesByName(choice: Choice): ReadonlyMap<string, Located> {
    const known = this.#branchesByName.get(choice);
    if (known) return known;
    const { discriminator, branches } = choice;
    const said = [...(discriminator?.branches ?? [])];
    const allowed = (discriminator ? branches : []).flatMap((branch) => {
      const names = said.flatMap(([name, one]) => (one === branch ? name : []));
      const member = this.#shapes.members(branch).get(discriminator?.name ?? '');
      return this.#allowed(member, names).map((name) => [name, branch] as const);
    });
    const isAllowed = ([name, branch]: readonly [string, Located]) =>
      allowed.some(([one, other]) => one === name && other === branch);
    const byName = new Map(said.filter(isAllowed));
    // A value that two branches ask for means the first of them.
    for (const [name, branch] of allowed) if (!byName.has(name)) byName.set(name, branch);
    this.#branchesByName.set(choice, byName);
    return byName;
  }

  /** The names that a member may have; its own values if it has some and none of them is a name. */
  #allowed(member: Member | undefined, names: readonly string[]): readonly string[] {
    const own =
      member && valuesOf(this.#shapes.of(member.schema))?.filter((value) => typeof value === 'string');
    const both = own ? names.filter((name) => own.includes(name)) : names;
    return both.length > 0 ? both : (own ?? names);
  }

  /** What a discriminator adds to a branch: the member with the name of the branch. */
  tagOf(choice: Choice, branch: Located): Located | undefined {
    let tags = this.#tags.get(choice);
    if (!tags) {
      const byName = [...this.branchesByName(choice)];
      const names = (of: Located) => byName.flatMap(([name, one]) => (one === of ? name : []));
      tags = new Map(
        choice.branches.flatMap((one) => {
          const tag = this.#toTag(
            this.#shapes.members(one),
            choice.discriminator?.name ?? '',
            names(one),
            one,
          );
          return tag ? [[one, tag] as const] : [];
        }),
      );
      this.#tags.set(choice, tags);
    }
    return tags.get(branch);
  }

  #toTag(
    members: ReadonlyMap<string, Member>,
    name: string,
    names: readonly string[],
    { pointer }: Located,
  ): Located | undefined {
    if (names.length === 0 || !members.has(name)) return undefined;
    return { node: { properties: { [name]: { enum: names } }, required: [name] }, pointer };
  }

  /** A shape with the names that the discriminators of what it extends ask for. */
  tagged(shape: Shape): Shape {
    const known = this.#tagged.get(shape);
    if (known) return known;
    const tags = shape.parts.flatMap((part, index) => {
      const name = getDiscriminator(part)?.['propertyName'];
      const own = shape.parts.slice(0, index).find(({ pointer }) => isComponent(pointer));
      if (typeof name !== 'string' || !own) return [];
      const said = getNames(part, own);
      const members = this.#shapes.membersOf(shape);
      return this.#toTag(members, name, this.#allowed(members.get(name), said), part) ?? [];
    });
    const tagged = tags.length === 0 ? shape : { ...shape, parts: [...shape.parts, ...tags] };
    this.#tagged.set(shape, tagged);
    return tagged;
  }

  /** Schemas that extend one, by the mapping of its discriminator. */
  extending({ parts }: Shape): readonly Located[] {
    const [own] = parts;
    const mapping = own && getDiscriminator(own)?.['mapping'];
    if (!own || !isObject(mapping)) return [];
    return Object.values(mapping).flatMap((target) => {
      if (typeof target !== 'string') return [];
      const $ref = target.startsWith('#') ? target : `#${toPointer('components', 'schemas', target)}`;
      const child = this.#shapes.nodes.follow({ node: { $ref }, pointer: own.pointer });
      const around = child && child.node !== own.node ? this.#shapes.of(child).parts : [];
      return child && around.some(({ node }) => node === own.node) ? child : [];
    });
  }
}

const isComponent = (pointer: string) => /^\/components\/schemas\/[^/]+$/.test(pointer);

/** The discriminator of a schema that others extend; one beside alternatives tells those. */
function getDiscriminator({ node }: Located): JsonObject | undefined {
  const { discriminator, oneOf, anyOf } = node;
  return oneOf === undefined && anyOf === undefined && isObject(discriminator) ? discriminator : undefined;
}

/** What the discriminator of a schema calls one that extends it. */
function getNames(base: Located, { pointer }: Located): readonly string[] {
  const mapping = getDiscriminator(base)?.['mapping'];
  const names = Object.entries(isObject(mapping) ? mapping : {}).flatMap(([name, target]) =>
    isNamed(`#${pointer}`, target) ? name : [],
  );
  return names.length > 0 ? names : [pointer.slice(pointer.lastIndexOf('/') + 1)];
}
