import { z } from 'zod';

/**
 * The same schema, with every object in it strict that is neither strict nor loose: the API passes over members that
 * it does not know, and a seed file says which ones those are, since they are mistyped.
 *
 * @example
 * deepStrict(z.object({ a: z.object({ b: z.string() }) })).parse({ a: { b: '', c: 1 } }); // throws
 */
export function deepStrict<S extends z.ZodType>(schema: S): S {
  // What is rebuilt takes and gives what the schema did, unknown members apart.
  return rebuilt(schema) as S;
}

function rebuilt(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    const { def } = schema;
    const shape = Object.fromEntries(Object.entries(def.shape).map(([name, of]) => [name, rebuilt(of)]));
    // The parts of a schema are schemas again; the types of zod's definitions can't say that.
    return copied(schema, { shape, catchall: def.catchall ?? z.never() });
  }
  if (schema instanceof z.ZodArray) return copied(schema, { element: rebuilt(schema.def.element) });
  if (schema instanceof z.ZodUnion) return copied(schema, { options: schema.def.options.map(rebuilt) });
  if (schema instanceof z.ZodRecord) return copied(schema, { valueType: rebuilt(schema.def.valueType) });
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return copied(schema, { innerType: rebuilt(schema.def.innerType) });
  }
  return schema;
}

/** A schema with other parts, and with the checks and the description that it has. */
function copied(schema: z.ZodType, parts: object): z.ZodType {
  const made = schema.clone({ ...schema.def, ...parts });
  const meta = schema.meta();
  return meta ? made.meta(meta) : made;
}
