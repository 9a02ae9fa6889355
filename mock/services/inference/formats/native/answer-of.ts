import type { z } from 'zod';
import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { classicTextSchema } from '../../../../../spec/services/inference/output/text.ts';
import { answerOf as chatAnswerOf } from '../chat-completions/answer-of.ts';
import type { Events } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { readArguments } from '../shared/read-arguments.ts';
import { wholeAnswer } from '../shared/whole-answer.ts';
import type { NativeContext } from './context.ts';

export type ClassicText = z.infer<typeof classicTextSchema>;

/**
 * `result` of a text model on the run endpoints, in the shape of the model.
 *
 * Classic models answer `response`, null where they only call, and calls whose arguments are objects; what they
 * thought is not told. Models of the new shape answer a chat completion.
 *
 * @throws ModelError see `Format.answerOf`
 */
export function answerOf(events: Events, context: NativeContext): Promise<ClassicText | ChatCompletion> {
  return context.shape === 'classic' ? classicAnswer(events, context) : chatAnswer(events, context);
}

async function classicAnswer(events: Events, context: NativeContext): Promise<ClassicText> {
  const { text, calls, finish } = await wholeAnswer(events);
  const tool_calls = calls.map(({ name, arguments: json }) => ({ name, arguments: readArguments(json) }));
  return {
    response: text === '' && calls.length > 0 ? null : responseOf(text, context),
    ...(calls.length > 0 && { tool_calls }),
    usage: chatUsage(finish.usage, context.neurons?.(finish.usage)),
  };
}

/** The value that JSON mode answers, or the text where it holds none: it may be cut off. */
function responseOf(text: string, { json }: NativeContext): ClassicText['response'] {
  if (json !== true) return text;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object') return Array.isArray(value) || value === null ? value : { ...value };
    return typeof value === 'number' ? value : text;
  } catch {
    return text;
  }
}

async function chatAnswer(events: Events, context: NativeContext): Promise<ChatCompletion> {
  let stop: string | undefined;
  let neurons: number | undefined;
  const answer = await chatAnswerOf(seen(events), context);
  const usage = { ...answer.usage, ...(neurons !== undefined && { neurons }) };
  const choices = answer.choices.map((choice) => ({ ...choice, stop_reason: stop ?? null }));
  return { ...answer, choices, usage, prompt_logprobs: null };

  async function* seen(all: Events): Events {
    for await (const event of all) {
      if (event.type === 'finish') {
        stop = event.stop;
        neurons = context.neurons?.(event.usage);
      }
      yield event;
    }
  }
}
