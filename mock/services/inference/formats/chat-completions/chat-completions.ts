import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { ChatInput } from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { Soon } from '../../../../soon.ts';
import type { Format, Frames } from '../format.ts';
import { errorAnswer } from '../shared/refusal.ts';
import { answerOf, type ChatContext, type ChoiceEvents } from './answer-of.ts';
import { framesOf } from './frames-of.ts';
import { toGeneration } from './to-generation.ts';

/** The format of `/ai/v1/chat/completions`, which may be asked for several choices at once. */
export interface ChatFormat extends Format<ChatInput, ChatContext, ChatCompletion> {
  answerOf(events: ChoiceEvents, context: ChatContext): Soon<ChatCompletion>;
  framesOf(events: ChoiceEvents, context: ChatContext): Frames;
}

/** The format of `/ai/v1/chat/completions`: fact sheet inference, sections 2.4 and 3. */
export const chatCompletions: ChatFormat = {
  toGeneration,
  answerOf,
  framesOf,
  errorOf: (error, model) => errorAnswer('chat-completions', error, model),
};
