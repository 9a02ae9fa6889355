import { z } from 'zod';
import { base64Schema } from './bytes.ts';
import { chatCompletionSchema } from './formats/chat-completions/answer.ts';
import { messageSchema } from './formats/messages/answer.ts';
import { responseSchema } from './formats/responses/answer.ts';
import { chatUsageSchema } from './formats/usage.ts';

/** `result` of image models that return JSON. */
export const base64PictureSchema = z.object({ image: base64Schema });

/** `result` of third-party image models: the URL of the picture. */
export const linkedPictureSchema = z.object({ image: z.url({ protocol: /^https?$/ }) });

/** `result` of voices that return JSON: MP3. */
export const base64SpeechSchema = z.object({ audio: base64Schema });

const word = z.object({ word: z.string(), start: z.number().min(0), end: z.number().min(0) });

/** `result` of Whisper; times are seconds. */
export const transcriptSchema = z.object({
  text: z.string(),
  word_count: z.int().min(0).optional(),
  words: z.array(word).optional(),
  vtt: z.string().optional(),
});

/** `result` of the large Whisper. */
export const largeTranscriptSchema = z.object({
  text: z.string(),
  word_count: z.int().min(0).optional(),
  segments: z
    .array(
      z.object({
        start: z.number().min(0),
        end: z.number().min(0),
        text: z.string(),
        temperature: z.number().optional(),
        avg_logprob: z.number().optional(),
        compression_ratio: z.number().optional(),
        no_speech_prob: z.number().optional(),
        words: z.array(word).optional(),
      }),
    )
    .optional(),
  vtt: z.string().optional(),
  transcription_info: z
    .object({
      language: z.string(),
      language_probability: z.number().min(0).max(1),
      duration: z.number().min(0),
      duration_after_vad: z.number().min(0),
    })
    .partial()
    .optional(),
});

/** `result` of Deepgram's speech to text. */
export const deepgramTranscriptSchema = z.object({
  results: z.object({
    channels: z.array(
      z.object({
        alternatives: z.array(
          z.object({
            transcript: z.string(),
            confidence: z.number().min(0).max(1),
            words: z.array(word.extend({ confidence: z.number().min(0).max(1) })),
          }),
        ),
      }),
    ),
  }),
});

/** `result` of turn detection. */
export const turnSchema = z.object({ is_complete: z.boolean(), probability: z.number().min(0).max(1) });

const box = z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() });

/** `result` of object detection; the corners are pixels. */
export const detectionsSchema = z.array(
  z.object({ label: z.string(), score: z.number().min(0).max(1), box }),
);

/** `result` of image to text. */
export const descriptionSchema = z.object({ description: z.string() });

const rest = { metrics: z.looseObject({}).optional(), finish_reason: z.string().optional() };
const relative = z.object({ x_min: z.number(), y_min: z.number(), x_max: z.number(), y_max: z.number() });

/** `result` of models with a `task`: one member for each task. */
const imageTaskSchema = z.union([
  z.object({ answer: z.string(), ...rest }),
  z.object({ caption: z.string(), ...rest }),
  z.object({ points: z.array(z.object({ x: z.number(), y: z.number() })), ...rest }),
  z.object({ objects: z.array(relative), ...rest }),
]);

/** A tool call in the old response shape: the arguments are an object. */
const classicToolCall = z.object({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()) });

/**
 * `result` of text generation models with the old response shape: Cloudflare OpenAPI document. In JSON mode `response`
 * is the value itself.
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

/** `result` of a safety model: its words, or their parsed form if JSON was requested. */
export const safetySchema = z.object({
  response: z.union([
    z.string(),
    z.object({ safe: z.boolean(), categories: z.array(z.string()).optional() }),
  ]),
  usage: chatUsageSchema,
});

/** `result` of models that answer in the format of the request. */
const responseOrCompletionSchema = z.union([responseSchema, chatCompletionSchema]);

/** `result` of text classification: every label, best first. */
export const labelsSchema = z.array(z.object({ label: z.string(), score: z.number().min(0).max(1) }));

export const translationSchema = z.object({ translated_text: z.string(), usage: z.unknown().optional() });

export const translationsSchema = z.object({ translations: z.array(z.string()) });

export const summarySchema = z.object({ summary: z.string() });

const vectors = z.array(z.array(z.number()).min(1));
const shape = z.tuple([z.int().min(1), z.int().min(1)]);
const pooling = z.enum(['mean', 'cls']).optional();

/** The cost of a call, which one model returns: Cloudflare OpenAPI document. */
const meta = z
  .object({
    cost_metric_name_1: z.string(),
    cost_metric_value_1: z.number(),
    neurons: z.number(),
  })
  .partial();

/** `result` of embedding models: the number and dimensions of the vectors, and the vectors. */
export const vectorsSchema = z
  .object({ shape, data: vectors, pooling, response: z.null().optional(), meta: meta.optional() })
  .refine(
    ({ shape: [count, size], data }) => data.length === count && data.every((one) => one.length === size),
    { error: 'shape does not say how many numbers data holds', path: ['shape'] },
  );

/** `result` of rerankers: the index of each text in the request, and its score, best first. */
export const rankingSchema = z.object({
  response: z.array(z.object({ id: z.int().min(0), score: z.number() })),
});

/** `result` of the form with only texts. */
const contextVectors = z.object({ response: vectors, shape, pooling });

/** `result` of models that embed and rank. */
const vectorsOrRankingSchema = z.union([vectorsSchema, rankingSchema, contextVectors]);

/** The output of a model on the run endpoints: `result` of the envelope, or raw bytes of one of these types. */
export type AnswerForm =
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'bytes'; readonly mediaTypes: readonly string[] };

const json = (schema: z.ZodType): AnswerForm => ({ kind: 'json', schema });
const bytes = (...mediaTypes: readonly string[]): AnswerForm => ({ kind: 'bytes', mediaTypes });

/** Every output of models of the catalogue: Cloudflare OpenAPI document. */
export const answerForms = {
  'classic-text': json(classicTextSchema),
  'chat-completion': json(chatCompletionSchema),
  'response-or-completion': json(responseOrCompletionSchema),
  message: json(messageSchema),
  safety: json(safetySchema),
  vectors: json(vectorsSchema),
  'vectors-or-ranking': json(vectorsOrRankingSchema),
  ranking: json(rankingSchema),
  labels: json(labelsSchema),
  translation: json(translationSchema),
  translations: json(translationsSchema),
  summary: json(summarySchema),
  detections: json(detectionsSchema),
  description: json(descriptionSchema),
  'image-task': json(imageTaskSchema),
  'picture-bytes': bytes('image/png', 'image/jpeg'),
  'picture-base64': json(base64PictureSchema),
  'picture-url': json(linkedPictureSchema),
  transcript: json(transcriptSchema),
  'large-transcript': json(largeTranscriptSchema),
  'deepgram-transcript': json(deepgramTranscriptSchema),
  'speech-base64': json(base64SpeechSchema),
  // The last four are those of audio without a container.
  'speech-bytes': bytes(
    'audio/mpeg',
    'audio/wav',
    'audio/ogg',
    'audio/flac',
    'audio/aac',
    'audio/basic',
    'audio/l16',
    'audio/pcmu',
    'audio/pcma',
  ),
  turn: json(turnSchema),
} as const satisfies Readonly<Record<string, AnswerForm>>;

export type AnswerKind = keyof typeof answerForms;
