import type { z } from 'zod';
import { chatCompletionSchema } from '../formats/chat-completions/answer.ts';
import { messageSchema } from '../formats/messages/answer.ts';
import {
  base64PictureSchema,
  base64SpeechSchema,
  deepgramTranscriptSchema,
  largeTranscriptSchema,
  linkedPictureSchema,
  transcriptSchema,
  turnSchema,
} from './media.ts';
import { descriptionSchema, detectionsSchema, imageTaskSchema } from './seeing.ts';
import {
  classicTextSchema,
  labelsSchema,
  responseOrCompletionSchema,
  safetySchema,
  summarySchema,
  translationSchema,
  translationsSchema,
} from './text.ts';
import { rankingSchema, vectorsOrRankingSchema, vectorsSchema } from './vectors.ts';

/** What a model answers on the run endpoints: `result` of the envelope, or bare bytes of one of these types. */
export type AnswerForm =
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'bytes'; readonly mediaTypes: readonly string[] };

const json = (schema: z.ZodType): AnswerForm => ({ kind: 'json', schema });
const bytes = (...mediaTypes: readonly string[]): AnswerForm => ({ kind: 'bytes', mediaTypes });

/** Every form of answer that models of the catalogue have: fact sheet inference, section 5. */
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
  // The last four are those of sound without a container.
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
