import type { z } from 'zod';
import { runtimeError } from '../../../../../spec/services/inference/error-body.ts';
import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import {
  type NativeStreamFrame,
  nativeStreamEnd,
} from '../../../../../spec/services/inference/formats/native.ts';
import type { classicTextSchema } from '../../../../../spec/services/inference/output.ts';
import type { GenerationEvent, Usage } from '../../../../engines/models/backend.ts';
import { readArguments, type WholeAnswer, wholeAnswer } from '../answer-parts.ts';
import {
  type ChatDelta,
  type ChatHead,
  chatFinishReasons,
  chatHead,
  chatUsage,
  getCompletion,
  toDelta,
} from '../chat-completions/answer.ts';
import type { AnswerContext, Events, Format, Frames } from '../format.ts';
import { dataFrame, endFrame, writeFrames } from '../frames.ts';
import { errorAnswer, getRefusal } from '../refusal.ts';
import { type NativeInput, toGeneration } from './to-generation.ts';

/**
 * The text models' own format on `/ai/run`: Cloudflare OpenAPI document and Cloudflare Workers types. Answers
 * have no envelope yet.
 */
export const nativeFormat: Format<NativeInput, NativeContext, ClassicText | ChatCompletion> = {
  toGeneration,
  getAnswer,
  getFrames,
  getError: (error, model) => errorAnswer('run', error, model),
};

/** What a native answer needs to know beside its events. */
export interface NativeContext extends AnswerContext {
  /** Which of the two shapes the model answers in: Cloudflare OpenAPI document. */
  readonly shape: 'classic' | 'chat';
  /** Whether JSON was asked for, which classic models answer as a value and not as text. */
  readonly json?: boolean;
  /** Whether the usage comes last in a stream. */
  readonly usageLast: boolean;
  /** Whether an event says that a stream is over. */
  readonly saysEnd: boolean;
  /** What a run costs, where the answer tells it. */
  neurons?(usage: Usage): number;
}

export type ClassicText = z.infer<typeof classicTextSchema>;

/**
 * `result` of a text model on the run endpoints, in the shape of the model.
 *
 * Classic models answer `response`, null where they only call, and calls whose arguments are objects; what they
 * thought is not told. Models of the new shape answer a chat completion.
 *
 * @throws ModelError see `Format.getAnswer`
 */
async function getAnswer(events: Events, context: NativeContext): Promise<ClassicText | ChatCompletion> {
  if (context.shape === 'classic') return classicAnswer(await wholeAnswer(events), context);
  const head = chatHead(context);
  return chatAnswer(head, await wholeAnswer(events), context);
}

function classicAnswer({ text, calls, finish }: WholeAnswer, context: NativeContext): ClassicText {
  const tool_calls = calls.map(({ name, arguments: json }) => ({ name, arguments: readArguments(json) }));
  return {
    response: text === '' && calls.length > 0 ? null : getResponse(text, context),
    ...(calls.length > 0 && { tool_calls }),
    usage: chatUsage(finish.usage, context.neurons?.(finish.usage)),
  };
}

function chatAnswer(head: ChatHead, answer: WholeAnswer, context: NativeContext): ChatCompletion {
  const { stop = null, usage } = answer.finish;
  const completion = getCompletion(head, [answer]);
  return {
    ...completion,
    choices: completion.choices.map((choice) => ({ ...choice, stop_reason: stop })),
    usage: chatUsage(usage, context.neurons?.(usage)),
    prompt_logprobs: null,
  };
}

/** The value that JSON mode answers, or the text where it holds none: it may be cut off. */
function getResponse(text: string, { json }: NativeContext): ClassicText['response'] {
  if (json !== true) return text;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object') return Array.isArray(value) || value === null ? value : { ...value };
    return typeof value === 'number' ? value : text;
  } catch {
    return text;
  }
}

/**
 * A native stream: Cloudflare Workers types. Classic models send `response` and, for calls, fragments that
 * end with one of nulls and the reason; models of the new shape send chunks. For both the usage comes last,
 * without choices, and then `[DONE]`, but not after an error.
 */
function getFrames(events: Events, context: NativeContext): Frames {
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
      return [
        ...(context.usageLast ? [dataFrame(last)] : []),
        ...(context.saysEnd ? [endFrame(nativeStreamEnd)] : []),
      ];
    },
    fail(error) {
      context.failed?.(error);
      const { code, message } = getRefusal(error, context.model);
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
  const chunk = (delta: ChatDelta, finish_reason: string | null): NativeStreamFrame => {
    const role = begun ? {} : ({ role: 'assistant' } as const);
    begun = true;
    return {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta: { ...role, ...delta }, finish_reason }],
    };
  };
  return (event) => {
    if (event.type === 'finish') return [chunk({}, chatFinishReasons[event.reason])];
    const delta = toDelta(event);
    return delta === undefined ? [] : [chunk(delta, null)];
  };
}

/** Characters to which a token and its filler add up, or a multiple of them. */
const STEP = 32;

const characters = 'abdefghijklmnopqrstuvwxyz0123456789';

/**
 * What stands beside a token so that the length of the frame does not tell the length of the token (`p`,
 * Cloudflare Workers types). How the platform pads is not known.
 *
 * @example
 * filler('Hello').length // 27
 */
function filler(token: string): string {
  return characters.slice(0, (STEP - (token.length % STEP)) % STEP);
}
