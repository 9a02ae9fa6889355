import type { z } from 'zod';
import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { classicTextSchema } from '../../../../../spec/services/inference/output.ts';
import { type ChatHead, chatHead, completionOf } from '../chat-completions/answer-of.ts';
import type { Events } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { readArguments } from '../shared/read-arguments.ts';
import { type WholeAnswer, wholeAnswer } from '../shared/whole-answer.ts';
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
export async function answerOf(
  events: Events,
  context: NativeContext,
): Promise<ClassicText | ChatCompletion> {
  if (context.shape === 'classic') return classicAnswer(await wholeAnswer(events), context);
  const head = chatHead(context);
  return chatAnswer(head, await wholeAnswer(events), context);
}

function classicAnswer({ text, calls, finish }: WholeAnswer, context: NativeContext): ClassicText {
  const tool_calls = calls.map(({ name, arguments: json }) => ({ name, arguments: readArguments(json) }));
  return {
    response: text === '' && calls.length > 0 ? null : responseOf(text, context),
    ...(calls.length > 0 && { tool_calls }),
    usage: chatUsage(finish.usage, context.neurons?.(finish.usage)),
  };
}

function chatAnswer(head: ChatHead, answer: WholeAnswer, context: NativeContext): ChatCompletion {
  const { stop = null, usage } = answer.finish;
  const completion = completionOf(head, [answer]);
  return {
    ...completion,
    choices: completion.choices.map((choice) => ({ ...choice, stop_reason: stop })),
    usage: chatUsage(usage, context.neurons?.(usage)),
    prompt_logprobs: null,
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
