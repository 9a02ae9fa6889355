import { z } from 'zod';

/** What a model can be asked for. */
export const modelTasks = [
  'generate',
  'embed',
  'draw',
  'speak',
  'transcribe',
  'translate',
  'summarise',
  'classify',
  'rank',
  'describe',
  'label',
  'detect',
] as const;

/** The longest wait a reply may ask for: an hour. */
const milliseconds = z.number().min(0).max(3_600_000);
const text = z.string().max(1_000_000);
/** One text, or the pieces in which it is streamed. */
const pieces = z.union([text, z.array(text).max(100_000)]);
const score = z.number().min(0).max(1);
const count = z.int().min(0);

const patternSchema = z.strictObject({
  /** Regular expression of RE2; found anywhere in the text unless anchored. */
  pattern: z.string().max(1000),
  flags: z
    .string()
    .regex(/^[ims]{0,3}$/)
    .optional(),
});

/** A string is contained in the text, with its case. */
const textMatchSchema = z.union([
  text,
  z.strictObject({ equals: text }),
  z.strictObject({ contains: text }),
  patternSchema,
]);
export type TextMatchData = z.infer<typeof textMatchSchema>;

/** What a request has to be; all that is said has to hold, and nothing said means every request. */
const modelReplyMatchSchema = z.strictObject({
  task: z.union([z.enum(modelTasks), z.array(z.enum(modelTasks))]).optional(),
  /** A model's id, or one with `*` for any run of characters. */
  model: z.string().optional(),
  /** Text of the last user message; prompt, query or text of any other task. */
  text: textMatchSchema.optional(),
  /** Text of the system messages, joined by line feeds. */
  system: textMatchSchema.optional(),
  /** How many times the assistant has spoken before: 0 for the first turn. */
  turn: count.optional(),
  /** Whether the conversation ends with results of tools, or what one of them is. */
  toolResult: z
    .union([z.boolean(), z.strictObject({ tool: z.string().optional(), text: textMatchSchema.optional() })])
    .optional(),
  /** Whether tools are offered, or the name of one. */
  tool: z.union([z.boolean(), z.string()]).optional(),
  format: z.enum(['text', 'json', 'json-schema']).optional(),
});
export type ModelReplyMatch = z.infer<typeof modelReplyMatchSchema>;

const replyErrorSchema = z.strictObject({
  reason: z
    .enum(['bad-input', 'scripted', 'unavailable', 'timeout', 'overloaded', 'malformed'])
    .default('scripted'),
  /** HTTP status to fail with. */
  status: z.int().min(400).max(599).optional(),
  message: z.string().max(10_000).optional(),
});

const labelSchema = z.strictObject({ label: z.string(), score });
const timing = {
  /** Milliseconds before anything happens, be it an answer or an error. */
  delayMs: milliseconds.optional(),
  /** Milliseconds from then to the first piece of a generation. */
  timeToFirstTokenMs: milliseconds.optional(),
  /** Pace of the pieces after the first. */
  tokensPerSecond: z.number().positive().max(1_000_000).optional(),
  /** A generation that fails before its end. */
  breakOff: z
    .strictObject({
      /** Pieces that come before. */
      after: count,
      /** It fails, ends as if it were complete, or goes on forever without another piece. */
      how: z.enum(['error', 'end', 'hang']).default('error'),
      error: replyErrorSchema.optional(),
    })
    .optional(),
};

/**
 * What is replied. What is said decides which tasks it can answer: `text` a generation, a translation, a
 * summary and a description, `vectors` an embedding, and so on; `error` fails any. Where nothing is said but
 * timing, the request goes on to the fallback and its answer is slowed or broken off.
 */
const modelReplyContentSchema = z
  .strictObject({
    /** A string is streamed word by word; an array in exactly these pieces. */
    text: pieces.optional(),
    /** JSON value whose text is the answer. */
    json: z.unknown().optional(),
    reasoning: pieces.optional(),
    toolCalls: z
      .array(
        z.strictObject({
          name: z.string().min(1),
          /** Made up where it is not said. */
          id: z.string().min(1).optional(),
          /** A JSON object, or JSON text as it is (which may be broken), or pieces of it. */
          arguments: z.union([z.record(z.string(), z.unknown()), pieces]).optional(),
        }),
      )
      .min(1)
      .optional(),
    finishReason: z.enum(['stop', 'length', 'tool-calls', 'content-filter']).optional(),
    /** The stop text that ended it. */
    stop: z.string().optional(),
    /** Counts that stand in for what was counted. */
    usage: z
      .strictObject({
        inputTokens: count.optional(),
        outputTokens: count.optional(),
        cachedTokens: count.optional(),
        reasoningTokens: count.optional(),
      })
      .optional(),
    /** One vector for each text, begun anew when there are more texts; given as they are. */
    vectors: z.array(z.array(z.number()).min(1)).min(1).optional(),
    /** Bytes in base64. */
    picture: z.base64().optional(),
    /** Bytes in base64. */
    audio: z.base64().optional(),
    transcript: z
      .union([
        text,
        z.strictObject({
          text,
          language: z.string().default('en'),
          /** Seconds. */
          duration: z.number().min(0).default(0),
          words: z
            .array(z.strictObject({ word: z.string(), start: z.number(), end: z.number() }))
            .default([]),
        }),
      ])
      .optional(),
    /** Answers `classify` and `label`. */
    labels: z.array(labelSchema).optional(),
    /** Answers `rank`: one for each document. */
    scores: z.array(score).optional(),
    detections: z
      .array(
        labelSchema.extend({
          box: z.strictObject({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() }),
        }),
      )
      .optional(),
    error: replyErrorSchema.optional(),
    ...timing,
  })
  .refine((content) => content.text === undefined || content.json === undefined, {
    message: 'a reply is text or json, not both',
  })
  .refine(
    (content) =>
      content.error === undefined ||
      Object.entries(content).every(
        ([key, value]) => value === undefined || key === 'error' || key === 'delayMs',
      ),
    { message: 'a reply that fails has an error and a delay, and nothing else' },
  );
export type ModelReplyContent = z.infer<typeof modelReplyContentSchema>;

/**
 * A reply of a user's script as JSON data, for files and interfaces. Whether a pattern is one of RE2 is for
 * those to say who match with it.
 *
 * @example
 * modelReplySchema.parse({ match: { text: { pattern: '^weather' } }, times: 'once', reply: { text: 'Sunny.' } });
 */
export const modelReplySchema = z.strictObject({
  /** What it is listed as. */
  name: z.string().max(200).optional(),
  match: modelReplyMatchSchema.default({}),
  /** How many requests it answers before it is used up. */
  times: z.union([z.enum(['once', 'always']), z.int().positive()]).default('always'),
  reply: modelReplyContentSchema,
});
export type ModelReply = z.infer<typeof modelReplySchema>;
export type ModelReplyInput = z.input<typeof modelReplySchema>;
