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
  chatHead,
  chatUsage,
  getCompletion,
  toDelta,
  toFinishReason,
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

/** The context of a native answer. */
export interface NativeContext extends AnswerContext {
  /** The shape of the model's answers, one of two: Cloudflare OpenAPI document. */
  readonly shape: 'classic' | 'chat';
  /** Whether JSON was requested; classic models return it as a value, not as text. */
  readonly json?: boolean;
  /** Whether a call is a `function_call`, in the shape `chat`. */
  readonly asFunction?: boolean;
  /** Whether the usage comes last in a stream. */
  readonly usageLast: boolean;
  /** Whether an event marks the end of a stream. */
  readonly saysEnd: boolean;
  /** The cost of a run, if the answer includes it. */
  neurons?(usage: Usage): number;
}

export type ClassicText = z.infer<typeof classicTextSchema>;

/**
 * `result` of a text model on the run endpoints, in the shape of the model.
 *
 * Classic models return `response`, null when they only make calls, and calls with arguments as objects; reasoning is
 * dropped. Models of the new shape return a chat completion.
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
  const completion = getCompletion(head, [answer], { asFunction: context.asFunction ?? false });
  return {
    ...completion,
    choices: completion.choices.map((choice) => ({ ...choice, stop_reason: stop })),
    usage: chatUsage(usage, context.neurons?.(usage)),
    prompt_logprobs: null,
  };
}

/** The value of JSON mode, or the text if it is no JSON: it may be cut off. */
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
 * A native stream: Cloudflare Workers types. Classic models send `response` and, for calls, fragments that end with one
 * of nulls and the reason; models of the new shape send chunks. Both send the usage last, without choices, and then
 * `[DONE]`, but not after an error.
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

/** This shape has no member for reasoning. */
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
        return lastCall === undefined ? [] : endOfCalls(lastCall, toFinishReason(event.reason));
      default:
        return [];
    }
  };
}

/** The empty sentinel, and the reason. */
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
    if (event.type === 'finish') return [chunk({}, toFinishReason(event.reason, context.asFunction))];
    const delta = toDelta(event, context.asFunction);
    return delta === undefined ? [] : [chunk(delta, null)];
  };
}

/** A token and its padding add up to this many characters, or a multiple. */
const STEP = 32;

const characters = 'abdefghijklmnopqrstuvwxyz0123456789';

/**
 * Padding that hides the length of a token in the length of its frame (`p`, Cloudflare Workers types). The platform's
 * algorithm is not known.
 *
 * @example
 * filler('Hello').length // 27
 */
function filler(token: string): string {
  return characters.slice(0, (STEP - (token.length % STEP)) % STEP);
}
