import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import { hexIdSchema, queryInteger } from '../../../schema.ts';
import { formatErrors } from '../error-body.ts';
import { responseSchema } from '../formats/responses/answer.ts';
import { access, account, methodRefusal, none } from './shared.ts';

const shared = {
  access,
  query: none,
  answer: 'plain',
  requestIdHeader: 'x-request-id',
  status: 200,
  errorShape: formatErrors['chat-completions'],
  refusals: [methodRefusal],
  errors: ['response-unknown'],
  certainty: 'inferred',
  source: 'Cloudflare Workers types',
} as const;

const params = z.object({ account_id: hexIdSchema, response_id: z.string().min(1) });
const path = '/accounts/{account_id}/ai/v1/responses/{response_id}';

const inputItemsQuery = z.object({
  limit: queryInteger(1, 100, 20).meta({ type: 'integer', minimum: 1, maximum: 100, default: 20 }),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().optional(),
});

/** The items of a response, with ids, newest first by default. */
const inputItemsSchema = z.object({
  object: z.literal('list'),
  data: z.array(z.looseObject({ id: z.string().min(1), type: z.string().min(1) })),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
});

const openaiModelSchema = z.object({
  id: z.string().min(1),
  object: z.literal('model'),
  created: z.int().min(0),
  owned_by: z.string().min(1),
});

/** Stored responses and models, for clients of the responses format. */
export const keptResponseEndpoints = {
  'inference.response.get': endpoint({
    ...shared,
    method: 'GET',
    path,
    summary: 'Read a response, or the state of one that runs in the background',
    params,
    result: responseSchema,
  }),
  'inference.response.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path,
    summary: 'Delete a response',
    params,
    result: z.object({ id: z.string().min(1), object: z.literal('response'), deleted: z.literal(true) }),
  }),
  'inference.response.input-items': endpoint({
    ...shared,
    method: 'GET',
    path: `${path}/input_items`,
    summary: 'List the input items of a response',
    params,
    query: inputItemsQuery,
    result: inputItemsSchema,
  }),
  'inference.openai-models.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/v1/models',
    summary: 'List the models that are available in a compatible format',
    params: account,
    result: z.object({ object: z.literal('list'), data: z.array(openaiModelSchema) }),
    errors: [],
  }),
  'inference.openai-models.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/v1/models/{+model}',
    summary: 'Read one of them',
    params: z.object({ account_id: hexIdSchema, model: z.string().min(1) }),
    result: openaiModelSchema,
    errors: ['model-unknown', 'third-party-model-unknown'],
  }),
} as const;
