import { z } from 'zod';
import { isBytes, isFloats } from '../../../../spec/value-kinds.ts';
import { type AnswerOf, type AnswerTask, tasks } from '../backend.ts';

const count = z.int().min(0);
const ms = z.number().min(0);

/** A stored piece of a generation. */
const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('tool-call'), index: count, id: z.string(), name: z.string() }),
  z.strictObject({ type: z.literal('tool-arguments'), index: count, json: z.string() }),
  z.strictObject({
    type: z.literal('finish'),
    reason: z.enum(['stop', 'length', 'tool-calls', 'content-filter']),
    stop: z.string().exactOptional(),
    usage: z.strictObject({
      inputTokens: count,
      outputTokens: count,
      cachedTokens: count.exactOptional(),
      reasoningTokens: count.exactOptional(),
    }),
  }),
]);

/** The stored answer: the events of a generation with their times, a single answer, or a refusal of the request. */
const outcomeSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('events'),
    events: z
      .array(z.strictObject({ atMs: ms, event: eventSchema }))
      .min(1)
      .refine(
        (events) => events.findIndex(({ event }) => event.type === 'finish') === events.length - 1,
        'a generation has one finish, and at its end',
      ),
  }),
  z.strictObject({ type: z.literal('answer'), atMs: ms, answer: z.json() }),
  z.strictObject({
    type: z.literal('refusal'),
    atMs: ms,
    /** A refusal that a retry won't change; other failures are not stored. */
    reason: z.literal('bad-input'),
    message: z.string(),
    status: z.int(),
  }),
]);

/**
 * A stored request and its answer: a JSON document. Times are milliseconds since the request. Bytes are `{"$bytes":
 * base64}`, vectors `{"$floats": base64}` of 32-bit floats, little-endian.
 */
export const recordEntrySchema = z.strictObject({
  version: z.literal(1),
  task: z.enum(tasks),
  model: z.string(),
  request: z.json(),
  outcome: outcomeSchema,
});
export type RecordEntry = z.infer<typeof recordEntrySchema>;
export type Outcome = RecordEntry['outcome'];

const label = z.object({ label: z.string(), score: z.number() });
const bytes = z.custom<Uint8Array<ArrayBuffer>>(isBytes);

/** The schema of each task's answer when it is read back. */
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
