import type { MessageObject } from '../../../../../spec/services/inference/formats/messages/answer.ts';
import type { MessagesInput } from '../../../../../spec/services/inference/formats/messages/request.ts';
import type { Format } from '../format.ts';
import { errorAnswer } from '../shared/refusal.ts';
import { answerOf, type MessagesContext } from './answer-of.ts';
import { framesOf } from './frames-of.ts';
import { toGeneration } from './to-generation.ts';

/** The format of `/ai/v1/messages`: fact sheet inference, sections 2.6 and 3. */
export const messagesFormat: Format<MessagesInput, MessagesContext, MessageObject> = {
  toGeneration,
  answerOf,
  framesOf,
  errorOf: (error, model) => errorAnswer('messages', error, model),
};
