import { z } from 'zod';
import { browserRenderingLimits as limits } from '../limits.ts';
import { commonFields, exactlyOneSource, sourceFields } from './common.ts';

/** A model of one's own, as `<provider>/<model>`; those of the platform need no authorization. */
const customModel = z.object({
  model: z.string().refine((model) => /^[^/]+\/.+$/.test(model), {
    error: 'must be <provider>/<model>, for example workers-ai/@cf/meta/llama-3.3-70b-instruct-fp8-fast',
  }),
  authorization: z.string().optional(),
});

const jsonFields = z.object({
  ...sourceFields,
  ...commonFields,
  prompt: z.string().min(1, 'must not be empty').optional(),
  response_format: z
    .object({
      type: z.literal('json_schema'),
      json_schema: z.record(z.string(), z.unknown()).nullable().optional(),
    })
    .optional(),
  custom_ai: z
    .array(customModel)
    .min(1, 'needs at least one model')
    .max(limits.customModels, `takes at most ${limits.customModels} models`)
    .optional(),
});

/** The body of `/json`: fact sheet browser-rendering, section 6. */
export const jsonRequestSchema = jsonFields
  .superRefine(exactlyOneSource)
  .refine(({ prompt, response_format }) => prompt !== undefined || response_format !== undefined, {
    path: ['prompt'],
    error: 'is needed, or response_format, or both',
  });

export type JsonRequest = z.output<typeof jsonRequestSchema>;

/** What the model read from the page. */
export const jsonSchema = z.record(z.string(), z.unknown());
