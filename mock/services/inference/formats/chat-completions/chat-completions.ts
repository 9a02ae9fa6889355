import {
  type ChatChunk,
  type ChatCompletion,
  type ChatStreamFrame,
  chatErrorType,
  chatStreamEnd,
} from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { ChatInput } from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import type { Events, Format, Frames } from '../format.ts';
import { dataFrame, endFrame, writeFrames } from '../frames.ts';
import { errorAnswer, getRefusal } from '../refusal.ts';
import {
  type ChatContext,
  type ChatDelta,
  type ChatFinishReason,
  chatHead,
  chatUsage,
  getAnswer,
  toDelta,
  toFinishReason,
  totalUsage,
} from './answer.ts';
import { toLogprobs } from './logprobs.ts';
import { toGeneration } from './to-generation.ts';

/** The format of `/ai/v1/chat/completions`: Cloudflare Workers types. */
export const chatCompletions: Format<ChatInput, ChatContext, ChatCompletion> = {
  toGeneration,
  getAnswer,
  getFrames,
  getError: (error, model) => errorAnswer('chat-completions', error, model),
};

/**
 * A chat completion as a stream: Cloudflare Workers types. The first delta of each choice has the role, its last one
 * the reason. If the usage was requested, a chunk of its own without choices carries it, and it is null in all the
 * others. Then comes `[DONE]`, but not after an error. Several choices follow each other.
 */
function getFrames(events: Events, context: ChatContext, others: readonly Events[] = []): Frames {
  const { includeUsage = false, topLogprobs, asFunction } = context;
  const { id, created, model } = chatHead(context);
  const usages: Usage[] = [];
  const frame = (rest: Pick<ChatChunk, 'choices' | 'usage'>) =>
    dataFrame({ id, object: 'chat.completion.chunk', created, model, ...rest });
  const chunk = (index: number, delta: ChatDelta, finish_reason: ChatFinishReason | null = null) => {
    const { content } = delta;
    const logprobs = content && topLogprobs !== undefined ? toLogprobs(content, topLogprobs) : null;
    return frame({
      choices: [{ index, delta, logprobs, finish_reason }],
      ...(includeUsage && { usage: null }),
    });
  };
  return writeFrames([events, ...others], {
    begin: (index) => chunk(index, { role: 'assistant', content: '', refusal: null }),
    write(event, index) {
      if (event.type === 'finish') {
        usages.push(event.usage);
        return chunk(index, {}, toFinishReason(event.reason, asFunction));
      }
      const delta = toDelta(event, asFunction);
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

/** Clients read only `error`; the chunk must have no other member. */
function errorFrame(error: unknown, model: string): ChatStreamFrame {
  const { status, code, message } = getRefusal(error, model);
  return { error: { message, type: chatErrorType(status), param: null, code: String(code) } };
}
