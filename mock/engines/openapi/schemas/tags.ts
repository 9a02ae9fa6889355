import type { Located } from '../document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json.ts';
import { type Direction, isIgnored, type Member, type Shapes } from './shape.ts';
import { hasType, type Type, typesOf, valuesOf } from './types.ts';

/** What tells values of one schema from those of others at a glance. */
interface Tags {
  readonly types: readonly Type[];
  /** Members with a few simple values. */
  readonly members: readonly (readonly [name: string, member: Member, values: ReadonlySet<unknown>])[];
}

/** Tells quickly that a value is of another branch: by its type, or by a member such as `kind`. */
export class TagReader {
  readonly #shapes: Shapes;
  readonly #tags = new WeakMap<JsonObject, Tags>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /** Whether a value can't fit a schema. False if only a closer look can tell. */
  isOther(schema: Located, value: unknown, direction: Direction): boolean {
    const tags = this.#of(schema);
    if (value === undefined || !hasType(tags.types, value as JsonValue)) return true;
    if (!isObject(value)) return false;
    return tags.members.some(
      ([name, member, values]) =>
        Object.hasOwn(value, name) && !values.has(value[name]) && !isIgnored(member, direction),
    );
  }

  /** The member that alone tells several schemas apart and has a value of none of them, with the values that it may have. */
  findWrong(schemas: readonly Located[], value: unknown, direction: Direction) {
    if (!isObject(value)) return undefined;
    const [first, ...others] = schemas.map((schema) => this.#of(schema)).filter(isOfObjects);
    for (const [name, member, own] of others.length > 0 ? (first?.members ?? []) : []) {
      const found = others.flatMap(({ members }) => members.find(([other]) => other === name)?.[2] ?? []);
      const values = new Set([own, ...found].flatMap((each) => [...each]));
      const isThere = Object.hasOwn(value, name) && !isIgnored(member, direction);
      const isTag = isThere && found.length === others.length;
      if (isTag && !values.has(value[name])) return { name, values: [...values] };
    }
    return undefined;
  }

  #of(schema: Located): Tags {
    let tags = this.#tags.get(schema.node);
    if (!tags) {
      tags = this.#read(schema);
      this.#tags.set(schema.node, tags);
    }
    return tags;
  }

  #read(schema: Located): Tags {
    const shape = this.#shapes.of(schema);
    const members = [...this.#shapes.membersOf(shape)].flatMap(([name, member]) => {
      const values = valuesOf(this.#shapes.of(member.schema));
      const isSimple = values?.every((value) => typeof value !== 'object' || value === null);
      return values && isSimple && !member.isFree ? [[name, member, new Set<unknown>(values)] as const] : [];
    });
    return { types: typesOf(shape), members };
  }
}

const isOfObjects = ({ types }: Tags) => types.includes('object');
