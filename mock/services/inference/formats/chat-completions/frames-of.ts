import { chatErrorType } from '../../../../../spec/services/inference/formats/chat-completions/error.ts';
import {
  type ChatChunk,
  type ChatStreamFrame,
  chatStreamEnd,
} from '../../../../../spec/services/inference/formats/chat-completions/events.ts';
import type { Events } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { dataFrame, endFrame } from '../shared/frame.ts';
import { refusalOf } from '../shared/refusal.ts';
import { type ChatContext, type ChatFinishReason, chatFinishReasons, chatHead } from './answer-of.ts';
import { type ChatDelta, deltaOf } from './delta.ts';

/**
 * A chat completion as a stream: fact sheet inference, section 3. The first delta names the role, the last
 * choice has the reason; where the usage was asked for, it comes in a chunk of its own without choices, and is
 * null in all the others. Then `[DONE]`, but not after an error.
 */
export async function* framesOf(
  events: Events,
  context: ChatContext,
): AsyncGenerator<string, void, undefined> {
  const { id, created, model } = chatHead(context);
  const chunk = (choices: ChatChunk['choices'], usage: ChatChunk['usage'] = null) => {
    const frame: ChatStreamFrame = { id, object: 'chat.completion.chunk', created, model, choices };
    return dataFrame(context.includeUsage ? { ...frame, usage } : frame);
  };
  const choice = (delta: ChatDelta, finish_reason: ChatFinishReason | null = null) =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason }]);

  try {
    yield choice({ role: 'assistant', content: '', refusal: null });
    for await (const event of events) {
      if (event.type === 'finish') {
        yield choice({}, chatFinishReasons[event.reason]);
        if (context.includeUsage) yield chunk([], chatUsage(event.usage));
        yield endFrame(chatStreamEnd);
        return;
      }
      const delta = deltaOf(event);
      if (delta !== undefined) yield choice(delta);
    }
  } catch (error) {
    context.failed?.(error);
    yield dataFrame(errorFrame(error, context.model));
  }
}

/** Clients read `error` alone; beside it nothing else of a chunk may stand. */
function errorFrame(error: unknown, model: string): ChatStreamFrame {
  const { status, code, message } = refusalOf(error, model);
  return { error: { message, type: chatErrorType(status), param: null, code: String(code) } };
}
