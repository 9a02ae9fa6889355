import { z } from 'zod';
import { itemStatusSchema } from './items.ts';

/** A piece of text of an answer. */
export const outputTextSchema = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.object({ type: z.string() })),
  logprobs: z.array(z.object({ token: z.string(), logprob: z.number() })).optional(),
});

export const outputRefusalSchema = z.object({ type: z.literal('refusal'), refusal: z.string() });

export const reasoningTextSchema = z.object({ type: z.literal('reasoning_text'), text: z.string() });

/** What the content of an item is made of. */
export const outputPartSchema = z.discriminatedUnion('type', [
  outputTextSchema,
  outputRefusalSchema,
  reasoningTextSchema,
]);

export const outputMessageSchema = z.object({
  type: z.literal('message'),
  id: z.string().min(1),
  role: z.literal('assistant'),
  status: itemStatusSchema,
  content: z.array(z.discriminatedUnion('type', [outputTextSchema, outputRefusalSchema])),
});

export const outputFunctionCallSchema = z.object({
  type: z.literal('function_call'),
  id: z.string().min(1),
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string(),
  status: itemStatusSchema,
});

export const outputReasoningSchema = z.object({
  type: z.literal('reasoning'),
  id: z.string().min(1),
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  content: z.array(reasoningTextSchema).optional(),
  encrypted_content: z.string().nullable().optional(),
  status: itemStatusSchema.optional(),
});

/** One item of the output of a response: fact sheet inference, section 2.5. */
export const outputItemSchema = z.discriminatedUnion('type', [
  outputMessageSchema,
  outputFunctionCallSchema,
  outputReasoningSchema,
]);

export type OutputItem = z.infer<typeof outputItemSchema>;
