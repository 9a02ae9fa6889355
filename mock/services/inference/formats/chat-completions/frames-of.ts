import { chatErrorType } from '../../../../../spec/services/inference/formats/chat-completions/error.ts';
import {
  type ChatChunk,
  type ChatStreamFrame,
  chatStreamEnd,
} from '../../../../../spec/services/inference/formats/chat-completions/events.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import type { Events } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { dataFrame, endFrame } from '../shared/frame.ts';
import { refusalOf } from '../shared/refusal.ts';
import {
  type ChatContext,
  type ChatFinishReason,
  type ChoiceEvents,
  chatFinishReasons,
  chatHead,
  eachChoice,
  totalUsage,
} from './answer-of.ts';
import { type ChatDelta, deltaOf } from './delta.ts';

/**
 * A chat completion as a stream: fact sheet inference, section 3. The first delta of each choice names the role,
 * its last one has the reason; where the usage was asked for, it comes in a chunk of its own without choices,
 * and is null in all the others. Then `[DONE]`, but not after an error. Of several choices one follows the other.
 */
export async function* framesOf(
  events: ChoiceEvents,
  context: ChatContext,
): AsyncGenerator<string, void, undefined> {
  const { id, created, model } = chatHead(context);
  const chunk = (choices: ChatChunk['choices'], usage: ChatChunk['usage'] = null) => {
    const frame: ChatStreamFrame = { id, object: 'chat.completion.chunk', created, model, choices };
    return dataFrame(context.includeUsage ? { ...frame, usage } : frame);
  };
  try {
    const usages: Usage[] = [];
    for (const [index, choice] of eachChoice(events).entries()) {
      const usage = yield* choiceFrames(index, choice, (one) => chunk([one]));
      if (usage === undefined) return;
      usages.push(usage);
    }
    if (context.includeUsage) yield chunk([], chatUsage(totalUsage(usages)));
    yield endFrame(chatStreamEnd);
  } catch (error) {
    context.failed?.(error);
    yield dataFrame(errorFrame(error, context.model));
  }
}

/** The frames of one choice. Returns what it used, or undefined where it was cut off. */
async function* choiceFrames(
  index: number,
  events: Events,
  chunk: (choice: ChatChunk['choices'][number]) => string,
): AsyncGenerator<string, Usage | undefined, undefined> {
  const frame = (delta: ChatDelta, finish_reason: ChatFinishReason | null = null) =>
    chunk({ index, delta, logprobs: null, finish_reason });
  yield frame({ role: 'assistant', content: '', refusal: null });
  for await (const event of events) {
    if (event.type === 'finish') {
      yield frame({}, chatFinishReasons[event.reason]);
      return event.usage;
    }
    const delta = deltaOf(event);
    if (delta !== undefined) yield frame(delta);
  }
  return undefined;
}

/** Clients read `error` alone; beside it nothing else of a chunk may stand. */
function errorFrame(error: unknown, model: string): ChatStreamFrame {
  const { status, code, message } = refusalOf(error, model);
  return { error: { message, type: chatErrorType(status), param: null, code: String(code) } };
}
