import { z } from 'zod';
import { responseSchema } from './answer.ts';
import { responseErrorEventSchema } from './error.ts';
import { outputItemSchema, outputPartSchema } from './output.ts';

const numbered = { sequence_number: z.int().min(0) };
const ofOutput = { ...numbered, output_index: z.int().min(0) };
const ofItem = { ...ofOutput, item_id: z.string().min(1) };
const ofPart = { ...ofItem, content_index: z.int().min(0) };
const ofSummary = { ...ofItem, summary_index: z.int().min(0) };
const logprobs = z.array(z.object({ token: z.string(), logprob: z.number() })).optional();
const summaryPart = z.object({ type: z.literal('summary_text'), text: z.string() });

/** Events that carry the response as it stands. */
export const responseLifecycleTypes = [
  'response.queued',
  'response.created',
  'response.in_progress',
  'response.completed',
  'response.incomplete',
  'response.failed',
] as const;

/** Events after which nothing follows but, at most, `[DONE]`. */
export const responseFinalTypes = [
  'response.completed',
  'response.incomplete',
  'response.failed',
  'error',
] as const;

/**
 * Data of each event of a Responses stream, told apart by `type`, which is the name of the event too: fact
 * sheet inference, section 3.
 */
export const responseEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal(responseLifecycleTypes), ...numbered, response: responseSchema }),
  z.object({ type: z.literal('response.output_item.added'), ...ofOutput, item: outputItemSchema }),
  z.object({ type: z.literal('response.output_item.done'), ...ofOutput, item: outputItemSchema }),
  z.object({ type: z.literal('response.content_part.added'), ...ofPart, part: outputPartSchema }),
  z.object({ type: z.literal('response.content_part.done'), ...ofPart, part: outputPartSchema }),
  z.object({
    type: z.literal('response.output_text.delta'),
    ...ofPart,
    delta: z.string(),
    logprobs,
    obfuscation: z.string().optional(),
  }),
  z.object({ type: z.literal('response.output_text.done'), ...ofPart, text: z.string(), logprobs }),
  z.object({
    type: z.literal('response.output_text.annotation.added'),
    ...ofPart,
    annotation_index: z.int().min(0),
    annotation: z.looseObject({ type: z.string() }).nullable(),
  }),
  z.object({ type: z.literal('response.refusal.delta'), ...ofPart, delta: z.string() }),
  z.object({ type: z.literal('response.refusal.done'), ...ofPart, refusal: z.string() }),
  z.object({ type: z.literal('response.function_call_arguments.delta'), ...ofItem, delta: z.string() }),
  z.object({
    type: z.literal('response.function_call_arguments.done'),
    ...ofItem,
    name: z.string().optional(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal('response.reasoning_text.delta'), ...ofPart, delta: z.string() }),
  z.object({ type: z.literal('response.reasoning_text.done'), ...ofPart, text: z.string() }),
  z.object({
    type: z.literal('response.reasoning_summary_part.added'),
    ...ofSummary,
    part: summaryPart,
  }),
  z.object({
    type: z.literal('response.reasoning_summary_part.done'),
    ...ofSummary,
    part: summaryPart,
  }),
  z.object({ type: z.literal('response.reasoning_summary_text.delta'), ...ofSummary, delta: z.string() }),
  z.object({ type: z.literal('response.reasoning_summary_text.done'), ...ofSummary, text: z.string() }),
  responseErrorEventSchema,
]);

export type ResponseEvent = z.infer<typeof responseEventSchema>;
