import { z } from 'zod';

/**
 * A copy of the schema in which every object is strict unless it is already strict or loose. The API ignores unknown
 * members; a seed file reports them, because they are mistyped.
 *
 * @example
 * deepStrict(z.object({ a: z.object({ b: z.string() }) })).parse({ a: { b: '', c: 1 } }); // throws
 */
export function deepStrict<S extends z.ZodType>(schema: S): S {
  // The copy has the input and output types of the schema, unknown members apart.
  return rebuilt(schema) as S;
}

function rebuilt(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    const { def } = schema;
    const shape = Object.fromEntries(Object.entries(def.shape).map(([name, of]) => [name, rebuilt(of)]));
    // The parts of a schema are schemas; zod's types of definitions can't express that.
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

/** A schema with other parts and the same checks and description. */
function copied(schema: z.ZodType, parts: object): z.ZodType {
  const made = schema.clone({ ...schema.def, ...parts });
  const meta = schema.meta();
  return meta ? made.meta(meta) : made;
}
