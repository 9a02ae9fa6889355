import { z } from 'zod';
import { base64Schema, byteArraySchema } from '../bytes.ts';

/** Input of Whisper, where it is not the bare bytes. */
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

/** Input of Deepgram's speech to text, where it is not the bare bytes; its many options pass unread. */
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

/** How Deepgram's voices write sound. */
export const auraEncodings = ['linear16', 'flac', 'mulaw', 'alaw', 'mp3', 'opus', 'aac'] as const;

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
