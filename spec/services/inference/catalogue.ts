import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { pageNumber, pageSize, queryBooleanSchema, uuidSchema } from '../../schema.ts';
import { convertedFileSchema, supportedFileSchema } from './conversion.ts';
import { access, account, methodRefusal, none } from './endpoints/shared.ts';
import { inferenceLimits as limits } from './limits.ts';
import { parseModelId } from './model-id.ts';

/** Query of the catalogue: cloudflare-typescript, AI. */
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
  page: pageNumber,
  per_page: pageSize(1, limits.modelsPerPageMax, limits.modelsPerPageDefault),
});

const taskSchema = z.object({ id: z.string().min(1), name: z.string(), description: z.string() });

const authorSchema = z.object({ id: z.string(), name: z.string() });

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

/** The catalogue in the OpenRouter format: no envelope (members: inferred). */
export const openrouterModelsSchema = z.object({
  data: z.array(z.looseObject({ id: z.string().min(1), name: z.string() })),
});

/** The answer of `/ai/models/search`, including the envelope. */
export const modelSearchResult = z.array(catalogueModelSchema);

const modelSchemaQuery = z.object({ model: z.string().min(1) });

/** The JSON schemas of the input and output of a model. */
const modelSchemaResult = z.object({
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()),
});

const shared = {
  access,
  params: account,
  status: 200,
  answer: 'envelope',
  refusals: [methodRefusal],
  certainty: 'documented',
  source: 'cloudflare-typescript, AI',
} as const;

/** The catalogue of models, and the conversion of files. */
export const catalogueEndpoints = {
  'inference.models.search': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/models/search',
    summary: 'List the models, or those that match; with format=openrouter without an envelope',
    query: modelSearchQuery,
    result: z.union([modelSearchResult, openrouterModelsSchema]),
    answer: 'page',
    errors: [],
  }),
  'inference.models.schema': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/models/schema',
    summary: 'Read the input and output of a model, as JSON schemas',
    query: modelSchemaQuery,
    result: modelSchemaResult,
    errors: ['model-unknown'],
  }),
  'inference.tasks.search': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/tasks/search',
    summary: 'List the tasks of models',
    query: none,
    result: z.array(taskSchema),
    errors: [],
  }),
  'inference.authors.search': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/authors/search',
    summary: 'List the authors of models',
    query: none,
    result: z.array(authorSchema),
    errors: [],
  }),
  'inference.to-markdown': endpoint({
    ...shared,
    method: 'POST',
    path: '/accounts/{account_id}/ai/tomarkdown',
    summary: 'Convert files to Markdown',
    query: none,
    takes: ['multipart'],
    bodyBytes: limits.conversionBytes,
    result: z.array(convertedFileSchema),
    errors: ['conversion-files-missing', 'conversion-files-many'],
  }),
  'inference.to-markdown.supported': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/tomarkdown/supported',
    summary: 'List the kinds of files that can be converted',
    query: none,
    result: z.array(supportedFileSchema),
    errors: [],
  }),
} as const;
