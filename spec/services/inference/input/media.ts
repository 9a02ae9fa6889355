import { z } from 'zod';
import { base64Schema, byteArraySchema } from '../bytes.ts';
import { chatInputSchema } from '../formats/chat-completions/request.ts';
import { inferenceLimits as limits } from '../limits.ts';
import { classicInputSchema } from './text-generation.ts';

const { pictureSide } = limits;
const side = z
  .int()
  .min(pictureSide.min)
  .max(pictureSide.max)
  .optional()
  .meta({ default: pictureSide.default });
const prompt = z.string().min(1);

/** Input of text to image models that return bytes: Cloudflare OpenAPI document. */
export const pictureInputSchema = z.looseObject({
  prompt,
  negative_prompt: z.string().optional(),
  width: side,
  height: side,
  num_steps: z.int().min(1).max(limits.pictureSteps).optional().meta({ default: limits.pictureSteps }),
  guidance: z.number().optional().meta({ default: limits.pictureGuidance }),
  strength: z.number().min(0).max(1).optional().meta({ default: 1 }),
  seed: z.int().optional(),
  image: byteArraySchema.optional(),
  image_b64: base64Schema.optional(),
  mask: byteArraySchema.optional(),
});

export type PictureInput = z.infer<typeof pictureInputSchema>;

/** Input of FLUX.1: the size is fixed, and any other member is refused with 5006. */
export const fluxInputSchema = z.strictObject({
  prompt: prompt.max(2048),
  steps: z.int().min(1).max(limits.fluxSteps.max).optional().meta({ default: limits.fluxSteps.default }),
  seed: z.int().optional(),
});

export type FluxInput = z.infer<typeof fluxInputSchema>;

/** A number in a form field. */
const formNumber = z.coerce.number();

/** Form fields of FLUX.2; `input_image_0` and so on are files. */
export const fluxFormSchema = z.looseObject({
  prompt,
  width: formNumber.pipe(z.int().min(pictureSide.min).max(pictureSide.max)).optional(),
  height: formNumber.pipe(z.int().min(pictureSide.min).max(pictureSide.max)).optional(),
  steps: formNumber.pipe(z.int().min(1)).optional(),
  guidance: formNumber.optional(),
  seed: formNumber.pipe(z.int()).optional(),
});

export type FluxForm = z.infer<typeof fluxFormSchema>;

/** `16:9` */
const aspectRatioSchema = z
  .string()
  .regex(/^[1-9]\d?:[1-9]\d?$/, 'must be two numbers with a colon between them, such as 16:9');

/** Input of third-party image models: seed, /ai/run request body. */
export const promptedPictureInputSchema = z.looseObject({
  prompt,
  aspect_ratio: aspectRatioSchema.optional(),
  output_format: z.enum(['png', 'jpg', 'jpeg']).optional(),
  image_input: z.array(z.string()).optional(),
});

export type PromptedPictureInput = z.infer<typeof promptedPictureInputSchema>;

/** Input of image classification and object detection, if it is not the raw bytes. */
export const imageInputSchema = z.looseObject({ image: byteArraySchema });

export type ImageInput = z.infer<typeof imageInputSchema>;

/** Input of image to text. */
export const describeInputSchema = z.looseObject({
  image: z.union([byteArraySchema, z.string().min(1)]),
  prompt: z.string().optional(),
  max_tokens: z.int().min(1).optional().meta({ default: limits.describeMaxTokens }),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  top_k: z.number().optional(),
  seed: z.number().optional(),
  raw: z.boolean().optional(),
});

export type DescribeInput = z.infer<typeof describeInputSchema>;

const image = z.string().min(1);

/** Input of models whose `task` selects the operation on the picture (members other than `task`: inferred). */
export const imageTaskInputSchema = z.discriminatedUnion('task', [
  z.looseObject({ task: z.literal('query'), image: image.optional(), question: z.string().min(1) }),
  z.looseObject({
    task: z.literal('caption'),
    image,
    length: z.enum(['short', 'normal', 'long']).optional(),
  }),
  z.looseObject({ task: z.literal('point'), image, object: z.string().min(1) }),
  z.looseObject({ task: z.literal('detect'), image, object: z.string().min(1) }),
]);

export type ImageTaskInput = z.infer<typeof imageTaskInputSchema>;

/** Input of Whisper, if it is not the raw bytes. */
export const whisperInputSchema = z.looseObject({
  audio: byteArraySchema,
  source_lang: z.string().optional(),
  target_lang: z.string().optional(),
});

export type WhisperInput = z.infer<typeof whisperInputSchema>;

/** Input of the large Whisper: Base64, not bytes. */
export const whisperLargeInputSchema = z.looseObject({
  audio: base64Schema,
  task: z.enum(['transcribe', 'translate']).optional().meta({ default: 'transcribe' }),
  language: z.string().optional(),
  vad_filter: z.boolean().optional().meta({ default: false }),
  initial_prompt: z.string().optional(),
  prefix: z.string().optional(),
});

export type WhisperLargeInput = z.infer<typeof whisperLargeInputSchema>;

/** Input of Deepgram's speech to text, if it is not the raw bytes; its many options are accepted unchecked. */
export const deepgramInputSchema = z.looseObject({
  audio: z.looseObject({ body: z.unknown(), contentType: z.string().min(1) }),
  language: z.string().optional(),
  detect_language: z.boolean().optional(),
  punctuate: z.boolean().optional(),
  smart_format: z.boolean().optional(),
  diarize: z.boolean().optional(),
});

export type DeepgramInput = z.infer<typeof deepgramInputSchema>;

/** Input of MeloTTS. */
export const meloInputSchema = z.looseObject({
  prompt: z.string().min(1),
  lang: z.string().optional().meta({ default: 'en' }),
});

export type MeloInput = z.infer<typeof meloInputSchema>;

/** Audio encodings of Deepgram's voices. */
const auraEncodings = ['linear16', 'flac', 'mulaw', 'alaw', 'mp3', 'opus', 'aac'] as const;

/** Input of Deepgram's voices. */
export const auraInputSchema = z.looseObject({
  text: z.string().min(1),
  speaker: z.string().optional(),
  encoding: z.enum(auraEncodings).optional().meta({ default: 'mp3' }),
  container: z.enum(['none', 'wav', 'ogg']).optional(),
  sample_rate: z.number().min(1).optional(),
  bit_rate: z.number().min(1).optional(),
});

export type AuraInput = z.infer<typeof auraInputSchema>;

/** Input of turn detection. */
export const turnInputSchema = z.looseObject({
  audio: z.union([
    base64Schema,
    byteArraySchema,
    z.looseObject({ body: z.unknown(), contentType: z.string().min(1) }),
  ]),
  dtype: z.enum(['uint8', 'float32', 'float64']).optional().meta({ default: 'uint8' }),
});

export type TurnInput = z.infer<typeof turnInputSchema>;

/**
 * Vision models also accept a picture next to the prompt, as bytes or as Base64: Cloudflare OpenAPI document.
 */
export const visionInputSchema = z.union([
  chatInputSchema,
  classicInputSchema.and(z.looseObject({ image: z.union([byteArraySchema, z.string().min(1)]).optional() })),
]);

export type VisionInput = z.infer<typeof visionInputSchema>;
