import { z } from 'zod';
import { queryBooleanSchema, queryInteger, uuidSchema } from '../../schema.ts';
import { inferenceLimits as limits } from './limits.ts';
import { parseModelId } from './model-id.ts';

/** Query of the catalogue: fact sheet inference, section 2.8. */
export const modelSearchQuery = z.object({
  search: z.string().optional(),
  task: z.string().optional(),
  author: z.string().optional(),
  source: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .optional()
    .meta({ type: 'integer' }),
  hide_experimental: queryBooleanSchema.optional(),
  include_deprecated: queryBooleanSchema.optional(),
  format: z.enum(['openrouter']).optional(),
  page: queryInteger(1, 999_999_999, 1).meta({ type: 'integer', minimum: 1, default: 1 }),
  per_page: queryInteger(1, limits.modelsPerPageMax, limits.modelsPerPageDefault).meta({
    type: 'integer',
    minimum: 1,
    maximum: limits.modelsPerPageMax,
    default: limits.modelsPerPageDefault,
  }),
});

export const taskSchema = z.object({ id: z.string().min(1), name: z.string(), description: z.string() });

export const authorSchema = z.object({ id: z.string(), name: z.string() });

/** A model of the catalogue: `id` is a UUID, the id of the model is its `name`. */
export const catalogueModelSchema = z.object({
  id: uuidSchema,
  source: z.int().min(0),
  name: z.string().refine((name) => parseModelId(name) !== undefined, 'must be the id of a model'),
  description: z.string(),
  task: taskSchema,
  tags: z.array(z.string()),
  properties: z.array(
    z.object({
      property_id: z.string().min(1),
      value: z.union([
        z.string(),
        z.array(z.object({ unit: z.string(), price: z.number(), currency: z.string() })),
      ]),
    }),
  ),
});

export type CatalogueModel = z.infer<typeof catalogueModelSchema>;

/** The catalogue in the format of another one: no envelope (members: inferred). */
export const openrouterModelsSchema = z.object({
  data: z.array(z.looseObject({ id: z.string().min(1), name: z.string() })),
});

/** What `/ai/models/search` answers, envelope and all. */
export const modelSearchResult = z.array(catalogueModelSchema);

export const modelSchemaQuery = z.object({ model: z.string().min(1) });

/** The JSON schemas of what a model takes and gives. */
export const modelSchemaResult = z.object({
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()),
});
