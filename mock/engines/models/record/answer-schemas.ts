import { z } from 'zod';
import { isBytes, isFloats } from '../../../../spec/value-kinds.ts';
import type { AnswerOf, AnswerTask } from '../task.ts';

const label = z.object({ label: z.string(), score: z.number() });
const bytes = z.custom<Uint8Array<ArrayBuffer>>(isBytes);
const count = z.int().min(0);

/** What an answer to each task has to be, once it is read back. */
export const answerSchemas = {
  embed: z.object({
    vectors: z.array(z.custom<Float32Array<ArrayBuffer>>(isFloats)),
    usage: z.object({
      inputTokens: count,
      outputTokens: count,
      cachedTokens: count.exactOptional(),
      reasoningTokens: count.exactOptional(),
    }),
  }),
  draw: bytes,
  speak: bytes,
  transcribe: z.object({
    text: z.string(),
    language: z.string(),
    duration: z.number(),
    words: z.array(z.object({ word: z.string(), start: z.number(), end: z.number() })),
  }),
  translate: z.string(),
  summarise: z.string(),
  classify: z.array(label),
  rank: z.array(z.number()),
  describe: z.string(),
  label: z.array(label),
  detect: z.array(
    label.extend({
      box: z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() }),
    }),
  ),
} satisfies { readonly [T in AnswerTask]: z.ZodType<AnswerOf<T>> };
