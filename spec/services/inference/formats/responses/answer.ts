import { z } from 'zod';
import { responseUsageSchema } from '../usage.ts';
import { outputItemSchema } from './output.ts';

/** Where a response stands. */
export const responseStatusSchema = z.enum([
  'completed',
  'failed',
  'in_progress',
  'cancelled',
  'queued',
  'incomplete',
]);

export const responseErrorDetailSchema = z.object({ code: z.string().min(1), message: z.string().min(1) });

/**
 * A response: fact sheet inference, section 2.5. Every member is there, null where there is nothing to say:
 * clients that check the whole schema refuse anything less.
 */
export const responseSchema = z
  .object({
    id: z.string().min(1),
    object: z.literal('response'),
    created_at: z.number().min(0),
    completed_at: z.number().min(0).nullable(),
    status: responseStatusSchema,
    model: z.string().min(1),
    output: z.array(outputItemSchema),
    output_text: z.string().optional(),
    error: responseErrorDetailSchema.nullable(),
    incomplete_details: z
      .object({ reason: z.enum(['max_output_tokens', 'content_filter']).optional() })
      .nullable(),
    instructions: z.union([z.string(), z.array(z.unknown())]).nullable(),
    previous_response_id: z.string().nullable(),
    temperature: z.number().nullable(),
    top_p: z.number().nullable(),
    presence_penalty: z.number(),
    frequency_penalty: z.number(),
    top_logprobs: z.int(),
    tools: z.array(z.looseObject({ type: z.string() })),
    tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]),
    parallel_tool_calls: z.boolean(),
    max_output_tokens: z.int().nullable(),
    max_tool_calls: z.int().nullable(),
    reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }).nullable(),
    text: z.object({ format: z.looseObject({ type: z.string() }), verbosity: z.string().optional() }),
    truncation: z.enum(['auto', 'disabled']),
    usage: responseUsageSchema.nullable(),
    store: z.boolean(),
    background: z.boolean(),
    service_tier: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    safety_identifier: z.string().nullable(),
    prompt_cache_key: z.string().nullable(),
  })
  .refine(({ status, usage }) => status !== 'completed' || usage !== null, {
    error: 'a completed response has to bring its usage',
    path: ['usage'],
  })
  .refine(({ status, error }) => (status === 'failed') === (error !== null), {
    error: 'a response has an error when it failed, and only then',
    path: ['error'],
  });

export type ResponseObject = z.infer<typeof responseSchema>;
