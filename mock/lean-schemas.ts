import { z } from 'zod';
import { isObject } from './is-object.ts';

/** How many sets of members are remembered for one schema; clients use few. */
const mostSets = 64;

/**
 * Schemas that ask only for what a value has. Most members of a run are optional, and looking for each that is not
 * there takes longer than all else of a check.
 *
 * @example
 * const lean = new LeanSchemas();
 * lean.of(z.object({ a: z.string(), b: z.string().optional() }), { a: '' }); // asks for `a` alone
 */
export class LeanSchemas {
  readonly #known = new Map<z.ZodType, LeanSchema | undefined>();

  /** A schema that finds of this value what the given one finds. */
  of(schema: z.ZodType, value: unknown): z.ZodType {
    if (!this.#known.has(schema)) this.#known.set(schema, leanSchema(schema));
    const lean = this.#known.get(schema);
    return lean && isObject(value) ? lean.of(value) : schema;
  }
}

/** Undefined for what can't be made smaller: no object, or one with checks of its own as a whole. */
function leanSchema(schema: z.ZodType): LeanSchema | undefined {
  if (!(schema instanceof z.ZodObject) || schema.def.checks?.length) return undefined;
  return new LeanSchema(schema);
}

class LeanSchema {
  readonly #whole: z.ZodObject;
  readonly #optional: ReadonlySet<string>;
  readonly #byMembers = new Map<string, z.ZodObject>();

  constructor(whole: z.ZodObject) {
    this.#whole = whole;
    this.#optional = new Set(
      Object.keys(whole.shape).filter((name) => saysNothingOfNothing(whole.shape[name])),
    );
  }

  of(value: Readonly<Record<string, unknown>>): z.ZodObject {
    let members = '';
    for (const name in value) if (this.#optional.has(name)) members += `${name} `;
    const known = this.#byMembers.get(members);
    if (known) return known;
    if (this.#byMembers.size >= mostSets) return this.#whole;
    const absent = [...this.#optional].filter((name) => !(name in value)).map((name) => [name, true]);
    // The names come from the schema, whose type has forgotten them.
    const made = this.#whole.omit(Object.fromEntries(absent) as Record<never, true>);
    this.#byMembers.set(members, made);
    return made;
  }
}

/** Whether a member that is absent is neither wrong nor filled in. */
function saysNothingOfNothing(member: unknown): boolean {
  if (!(member instanceof z.ZodOptional)) return false;
  const outcome = member.safeParse(undefined);
  return outcome.success && outcome.data === undefined;
}
