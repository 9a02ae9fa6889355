import { runtimeError } from '../../../../../spec/services/inference/error-body.ts';
import {
  type NativeStreamFrame,
  nativeStreamEnd,
} from '../../../../../spec/services/inference/formats/native.ts';
import type { GenerationEvent, Usage } from '../../../../engines/models/backend.ts';
import { chatFinishReasons, chatHead } from '../chat-completions/answer-of.ts';
import { type ChatDelta, deltaOf } from '../chat-completions/delta.ts';
import type { Events, Frames } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { dataFrame, endFrame } from '../shared/frame.ts';
import { writeFrames } from '../shared/frame-writer.ts';
import { refusalOf } from '../shared/refusal.ts';
import type { NativeContext } from './context.ts';
import { filler } from './filler.ts';

/**
 * A native stream: fact sheet inference, section 3. Classic models send `response` and, for calls, fragments
 * that end with one of nulls and the reason; models of the new shape send chunks that have the text twice. For
 * both the usage comes last, without choices, and then `[DONE]`, but not after an error.
 */
export function framesOf(events: Events, context: NativeContext): Frames {
  const write = context.shape === 'classic' ? classicFrames() : chatFrames(context);
  let spent: Usage = { inputTokens: 0, outputTokens: 0 };
  return writeFrames([events], {
    begin: () => '',
    write(event) {
      if (event.type === 'finish') spent = event.usage;
      return write(event).map(dataFrame).join('');
    },
    end() {
      const last: NativeStreamFrame = { response: '', usage: chatUsage(spent, context.neurons?.(spent)) };
      return [dataFrame(last), endFrame(nativeStreamEnd)];
    },
    fail(error) {
      context.failed?.(error);
      const { code, message } = refusalOf(error, context.model);
      return dataFrame(runtimeError(code, message));
    },
  });
}

type Writer = (event: GenerationEvent) => readonly NativeStreamFrame[];

/** Thoughts have no place in this shape. */
function classicFrames(): Writer {
  let lastCall: number | undefined;
  return (event) => {
    switch (event.type) {
      case 'text':
        return event.text === '' ? [] : [{ response: event.text, p: filler(event.text) }];
      case 'tool-call': {
        const { index, id, name } = event;
        lastCall = Math.max(index, lastCall ?? 0);
        return [{ tool_calls: [{ id, type: 'function', index, function: { name } }] }];
      }
      case 'tool-arguments': {
        const { index, json } = event;
        if (json === '') return [];
        return [{ tool_calls: [{ id: null, type: null, index, function: { arguments: json } }] }];
      }
      case 'finish':
        return lastCall === undefined ? [] : endOfCalls(lastCall, chatFinishReasons[event.reason]);
      default:
        return [];
    }
  };
}

/** The sentinel that holds nothing, and the reason. */
function endOfCalls(index: number, finish_reason: string): readonly NativeStreamFrame[] {
  const nothing = { id: null, type: null, index, function: { name: null, arguments: '' } };
  return [{ tool_calls: [nothing] }, { finish_reason }];
}

function chatFrames(context: NativeContext): Writer {
  const { id, created, model } = chatHead(context);
  let begun = false;
  const chunk = (delta: ChatDelta, finish_reason: string | null, response?: string): NativeStreamFrame => {
    const role = begun ? {} : ({ role: 'assistant' } as const);
    begun = true;
    return {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta: { ...role, ...delta }, finish_reason }],
      ...(response !== undefined && { response, p: filler(response) }),
    };
  };
  return (event) => {
    if (event.type === 'finish') return [chunk({}, chatFinishReasons[event.reason])];
    const delta = deltaOf(event);
    return delta === undefined ? [] : [chunk(delta, null, delta.content ?? undefined)];
  };
}
