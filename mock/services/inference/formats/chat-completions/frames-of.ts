import { chatErrorType } from '../../../../../spec/services/inference/formats/chat-completions/error.ts';
import {
  type ChatChunk,
  type ChatStreamFrame,
  chatStreamEnd,
} from '../../../../../spec/services/inference/formats/chat-completions/events.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import type { Frames } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { dataFrame, endFrame } from '../shared/frame.ts';
import { writeFrames } from '../shared/frame-writer.ts';
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
export function framesOf(events: ChoiceEvents, context: ChatContext): Frames {
  const { includeUsage } = context;
  const chunk = chunkWriter(context);
  const usages: Usage[] = [];
  return writeFrames(eachChoice(events), {
    begin: (index) => chunk.of(index, { role: 'assistant', content: '', refusal: null }),
    write(event, index) {
      if (event.type === 'finish') {
        usages.push(event.usage);
        return chunk.of(index, {}, chatFinishReasons[event.reason]);
      }
      const delta = deltaOf(event);
      return delta === undefined ? '' : chunk.of(index, delta);
    },
    end: () => [...(includeUsage ? [chunk.ofUsage(totalUsage(usages))] : []), endFrame(chatStreamEnd)],
    fail(error) {
      context.failed?.(error);
      return dataFrame(errorFrame(error, context.model));
    },
  });
}

/** Writes chunks of which most is the same: that is written once. */
function chunkWriter(context: ChatContext) {
  const { id, created, model } = chatHead(context);
  const head: Omit<ChatChunk, 'choices'> = { id, object: 'chat.completion.chunk', created, model };
  const before = `${JSON.stringify(head).slice(0, -1)},"choices":[`;
  const after = context.includeUsage ? '],"usage":null}' : ']}';
  return {
    of(index: number, delta: ChatDelta, finish_reason: ChatFinishReason | null = null): string {
      const reason = finish_reason === null ? 'null' : `"${finish_reason}"`;
      const choice = `{"index":${index},"delta":${JSON.stringify(delta)},"logprobs":null,"finish_reason":${reason}}`;
      return `data: ${before}${choice}${after}\n\n`;
    },
    ofUsage: (usage: Usage): string => dataFrame({ ...head, choices: [], usage: chatUsage(usage) }),
  };
}

/** Clients read `error` alone; beside it nothing else of a chunk may stand. */
function errorFrame(error: unknown, model: string): ChatStreamFrame {
  const { status, code, message } = refusalOf(error, model);
  return { error: { message, type: chatErrorType(status), param: null, code: String(code) } };
}
