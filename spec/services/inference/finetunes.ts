import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema, pageSize, queryInteger, timestampSchema, uuidSchema } from '../../schema.ts';
import { access, account, methodRefusal, none } from './endpoints/shared.ts';
import { inferenceLimits as limits } from './limits.ts';

/** Body of a new fine-tune: cloudflare-typescript, AI. */
const finetuneCreateBody = z.object({
  model: z.string().min(1),
  name: z.string().min(1),
  description: z.string().optional(),
  public: z.boolean().optional().meta({ default: false }),
});

export const finetuneSchema = z.object({
  id: uuidSchema,
  created_at: timestampSchema,
  modified_at: timestampSchema,
  public: z.boolean(),
  name: z.string(),
  model: z.string(),
  description: z.string().optional(),
});

export type Finetune = z.infer<typeof finetuneSchema>;

/** Query of the public fine-tunes; `orderBy` names a member of a fine-tune, other values are ignored (inferred). */
const publicFinetunesQuery = z.object({
  limit: pageSize(1, limits.finetunesLimitMax, limits.finetunesLimitDefault),
  offset: queryInteger(0, 999_999_999, 0),
  orderBy: z.string().optional(),
});

/** The files of a fine-tune. */
export const finetuneAssets = ['adapter_config.json', 'adapter_model.safetensors'] as const;

export type FinetuneAssetName = (typeof finetuneAssets)[number];

/** The form that uploads a file: fields `file` and `file_name`. */
export const finetuneAssetFields = { file: 'file', name: 'file_name' } as const;

const finetuneAssetSchema = z.object({ file_name: z.enum(finetuneAssets), file_url: z.url() });

const deletedFinetuneSchema = z.object({ id: uuidSchema, name: z.string() });

const shared = {
  access,
  query: none,
  status: 200,
  answer: 'envelope',
  refusals: [methodRefusal],
  certainty: 'documented',
  source: 'cloudflare-typescript, AI',
} as const;

const one = z.object({ account_id: hexIdSchema, finetune_id: uuidSchema });

/** Fine-tunes of hosted models, and their files. */
export const finetuneEndpoints = {
  'inference.finetunes.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/finetunes',
    summary: 'List the fine-tunes of an account',
    params: account,
    result: z.array(finetuneSchema),
    errors: [],
  }),
  'inference.finetunes.create': endpoint({
    ...shared,
    method: 'POST',
    path: '/accounts/{account_id}/ai/finetunes',
    summary: 'Create a fine-tune without files',
    params: account,
    body: finetuneCreateBody,
    example: { model: '@cf/meta/llama-3.1-8b-instruct', name: 'house-style' },
    result: finetuneSchema,
    errors: ['model-unknown', 'lora-unsupported'],
  }),
  'inference.finetunes.public': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/finetunes/public',
    summary: 'List the fine-tunes that any account can use',
    params: account,
    query: publicFinetunesQuery,
    result: z.array(finetuneSchema),
    errors: [],
  }),
  'inference.finetunes.delete': endpoint({
    ...shared,
    method: 'DELETE',
    path: '/accounts/{account_id}/ai/finetunes/{finetune_id}',
    summary: 'Delete a fine-tune and its files',
    params: one,
    result: deletedFinetuneSchema,
    errors: ['finetune-unknown'],
  }),
  'inference.finetunes.asset.create': endpoint({
    ...shared,
    method: 'POST',
    path: '/accounts/{account_id}/ai/finetunes/{finetune_id}/finetune-assets',
    summary: 'Upload a file of a fine-tune',
    params: one,
    takes: ['multipart'],
    bodyBytes: limits.finetuneAssetBytes,
    result: z.unknown(),
    answer: 'bare-envelope',
    errors: ['finetune-unknown', 'finetune-asset-invalid'],
  }),
  'inference.finetunes.asset.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/accounts/{account_id}/ai/finetunes/{finetune_id}/finetune-assets/{file_name}',
    summary: 'Read the URL of a file of a fine-tune',
    params: one.extend({ file_name: z.enum(finetuneAssets) }),
    result: finetuneAssetSchema,
    errors: ['finetune-unknown', 'finetune-asset-unknown'],
  }),
} as const;
