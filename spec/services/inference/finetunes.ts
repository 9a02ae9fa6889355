import { z } from 'zod';
import { queryInteger, timestampSchema, uuidSchema } from '../../schema.ts';
import { inferenceLimits as limits } from './limits.ts';

/** Body of a new fine-tune: fact sheet inference, section 2.8. */
export const finetuneCreateBody = z.object({
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

/** Query of the public fine-tunes; `orderBy` names a member of a fine-tune, others are passed over (inferred). */
export const publicFinetunesQuery = z.object({
  limit: queryInteger(1, limits.finetunesLimitMax, limits.finetunesLimitDefault),
  offset: queryInteger(0, 999_999_999, 0),
  orderBy: z.string().optional(),
});

/** The files that a fine-tune is made of. */
export const finetuneAssets = ['adapter_config.json', 'adapter_model.safetensors'] as const;

export type FinetuneAssetName = (typeof finetuneAssets)[number];

/** The form that uploads a file: fields `file` and `file_name`. */
export const finetuneAssetFields = { file: 'file', name: 'file_name' } as const;

export const finetuneAssetSchema = z.object({ file_name: z.enum(finetuneAssets), file_url: z.url() });

export const deletedFinetuneSchema = z.object({ id: uuidSchema, name: z.string() });
