import { z } from 'zod';
import { endpoint } from '../../../endpoint.ts';
import {
  authorSchema,
  modelSchemaQuery,
  modelSchemaResult,
  modelSearchQuery,
  modelSearchResult,
  openrouterModelsSchema,
  taskSchema,
} from '../catalogue.ts';
import { convertedFileSchema, supportedFileSchema } from '../conversion.ts';
import { inferenceLimits as limits } from '../limits.ts';
import { access, account, methodRefusal, none } from './shared.ts';

const shared = {
  access,
  params: account,
  status: 200,
  answer: 'envelope',
  refusals: [methodRefusal],
  certainty: 'documented',
  source: 'fact sheet inference, section 2.8',
} as const;

/** What models there are, and the conversion of files, which stands beside them. */
export const catalogueEndpoints = {
  'inference.models.search': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/models/search',
    summary: 'List the models, or those that fit; with format=openrouter without an envelope',
    query: modelSearchQuery,
    result: z.union([modelSearchResult, openrouterModelsSchema]),
    answer: 'page',
    errors: [],
  }),
  'inference.models.schema': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/models/schema',
    summary: 'Say what a model takes and gives, as JSON schemas',
    query: modelSchemaQuery,
    result: modelSchemaResult,
    errors: ['model-unknown'],
  }),
  'inference.tasks.search': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/tasks/search',
    summary: 'List what models do',
    query: none,
    result: z.array(taskSchema),
    errors: [],
  }),
  'inference.authors.search': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/authors/search',
    summary: 'List who made the models',
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
