import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { Format } from '../format.ts';
import { errorAnswer } from '../shared/refusal.ts';
import { answerOf, type ClassicText } from './answer-of.ts';
import type { NativeContext } from './context.ts';
import { framesOf } from './frames-of.ts';
import { type NativeInput, toGeneration } from './to-generation.ts';

/** The text models' own format on `/ai/run`: fact sheet inference, sections 2.3 and 3. Answers have no envelope yet. */
export const nativeFormat: Format<NativeInput, NativeContext, ClassicText | ChatCompletion> = {
  toGeneration,
  answerOf,
  framesOf,
  errorOf: (error, model) => errorAnswer('run', error, model),
};
