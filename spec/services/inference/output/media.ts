import { z } from 'zod';
import { base64Schema } from '../bytes.ts';

/** `result` of models that draw and answer in JSON. */
export const base64PictureSchema = z.object({ image: base64Schema });

/** `result` of drawing models of third parties: where the picture lies. */
export const linkedPictureSchema = z.object({ image: z.url({ protocol: /^https?$/ }) });

/** `result` of voices that answer in JSON: MP3. */
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
