import { z } from 'zod';
import { chatCompletionSchema } from '../formats/chat-completions/answer.ts';
import { responseSchema } from '../formats/responses/answer.ts';
import { chatUsageSchema } from '../formats/usage.ts';

/** A call as models of the old shape answer it: the arguments are an object. */
const classicToolCall = z.object({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) });

/**
 * `result` of text generation models of the old shape: fact sheet inference, section 2.3. In JSON mode
 * `response` is the value itself.
 */
export const classicTextSchema = z.object({
  response: z.union([
    z.string(),
    z.number(),
    z.record(z.string(), z.unknown()),
    z.array(z.unknown()),
    z.null(),
  ]),
  tool_calls: z.array(classicToolCall).optional(),
  usage: chatUsageSchema,
});

/** `result` of a safety model: its words, or their meaning where JSON was asked for. */
export const safetySchema = z.object({
  response: z.union([
    z.string(),
    z.object({ safe: z.boolean(), categories: z.array(z.string()).optional() }),
  ]),
  usage: chatUsageSchema,
});

/** `result` of models that answer in the format they were asked in. */
export const responseOrCompletionSchema = z.union([responseSchema, chatCompletionSchema]);

/** `result` of text classification: every label, best first. */
export const labelsSchema = z.array(z.object({ label: z.string(), score: z.number().min(0).max(1) }));

export const translationSchema = z.object({ translated_text: z.string(), usage: z.unknown().optional() });

export const translationsSchema = z.object({ translations: z.array(z.string()) });

export const summarySchema = z.object({ summary: z.string() });
