import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { ChatInput } from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { Format } from '../format.ts';
import { errorAnswer } from '../shared/refusal.ts';
import { answerOf, type ChatContext } from './answer-of.ts';
import { framesOf } from './frames-of.ts';
import { toGeneration } from './to-generation.ts';

/** The format of `/ai/v1/chat/completions`: fact sheet inference, sections 2.4 and 3. */
export const chatCompletions: Format<ChatInput, ChatContext, ChatCompletion> = {
  toGeneration,
  answerOf,
  framesOf,
  errorOf: (error, model) => errorAnswer('chat-completions', error, model),
};
