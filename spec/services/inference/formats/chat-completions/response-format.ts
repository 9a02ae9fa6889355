import { z } from 'zod';

const named = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().nullable().optional(),
});

/**
 * What the text of an answer has to be. Hosted models want the schema itself under `json_schema`, third-party
 * models want it named: fact sheet inference, section 2.4 and trap 15. Both pass here; a provider that misses
 * the name says {@link missingSchemaName}.
 */
export const responseFormatSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({ type: z.literal('json_schema'), json_schema: z.record(z.string(), z.unknown()) }),
]);

export type ResponseFormat = z.infer<typeof responseFormatSchema>;

/** What a provider says about a schema without a name. */
export const missingSchemaName = "Missing required parameter: 'response_format.json_schema.name'";

/**
 * The schema that a `json_schema` holds, named or bare.
 *
 * @example
 * schemaOfFormat({ name: 'city', schema: { type: 'object' } }) // { name: 'city', schema: { type: 'object' } }
 * schemaOfFormat({ type: 'object' }) // { name: undefined, schema: { type: 'object' } }
 */
export function schemaOfFormat(json_schema: Readonly<Record<string, unknown>>): {
  readonly name: string | undefined;
  readonly schema: Readonly<Record<string, unknown>>;
} {
  const wrapped = named.safeParse(json_schema);
  if (wrapped.success) return { name: wrapped.data.name, schema: wrapped.data.schema ?? {} };
  return { name: undefined, schema: json_schema };
}
