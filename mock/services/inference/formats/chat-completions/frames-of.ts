import {
  type ChatChunk,
  type ChatStreamFrame,
  chatErrorType,
  chatStreamEnd,
} from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import type { Events, Frames } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { dataFrame, endFrame } from '../shared/frame.ts';
import { writeFrames } from '../shared/frame-writer.ts';
import { refusalOf } from '../shared/refusal.ts';
import {
  type ChatContext,
  type ChatFinishReason,
  chatFinishReasons,
  chatHead,
  totalUsage,
} from './answer-of.ts';
import { type ChatDelta, deltaOf } from './delta.ts';

/**
 * A chat completion as a stream: fact sheet inference, section 3. The first delta of each choice names the role,
 * its last one has the reason; where the usage was asked for, it comes in a chunk of its own without choices,
 * and is null in all the others. Then `[DONE]`, but not after an error. Of several choices one follows the other.
 */
export function framesOf(events: Events, context: ChatContext, others: readonly Events[] = []): Frames {
  const { includeUsage = false } = context;
  const { id, created, model } = chatHead(context);
  const usages: Usage[] = [];
  const frame = (rest: Pick<ChatChunk, 'choices' | 'usage'>) =>
    dataFrame({ id, object: 'chat.completion.chunk', created, model, ...rest });
  const chunk = (index: number, delta: ChatDelta, finish_reason: ChatFinishReason | null = null) =>
    frame({
      choices: [{ index, delta, logprobs: null, finish_reason }],
      ...(includeUsage && { usage: null }),
    });
  return writeFrames([events, ...others], {
    begin: (index) => chunk(index, { role: 'assistant', content: '', refusal: null }),
    write(event, index) {
      if (event.type === 'finish') {
        usages.push(event.usage);
        return chunk(index, {}, chatFinishReasons[event.reason]);
      }
      const delta = deltaOf(event);
      return delta === undefined ? '' : chunk(index, delta);
    },
    end: () => [
      ...(includeUsage ? [frame({ choices: [], usage: chatUsage(totalUsage(usages)) })] : []),
      endFrame(chatStreamEnd),
    ],
    fail(error) {
      context.failed?.(error);
      return dataFrame(errorFrame(error, context.model));
    },
  });
}

/** Clients read `error` alone; beside it nothing else of a chunk may stand. */
function errorFrame(error: unknown, model: string): ChatStreamFrame {
  const { status, code, message } = refusalOf(error, model);
  return { error: { message, type: chatErrorType(status), param: null, code: String(code) } };
}
