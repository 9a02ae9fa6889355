import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { FinishReason, Usage } from '../../../../engines/models/backend.ts';
import type { AnswerContext, Events } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { type WholeAnswer, wholeAnswer } from '../shared/whole-answer.ts';

/** What a chat completion needs to know beside its events. */
export interface ChatContext extends AnswerContext {
  /** `stream_options.include_usage` */
  readonly includeUsage?: boolean;
}

export type ChatFinishReason = ChatCompletion['choices'][number]['finish_reason'];

/** Why a completion ended, in the words of the format. */
export const chatFinishReasons: Readonly<Record<FinishReason, ChatFinishReason>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'content_filter',
};

/** What each chunk and the whole answer begin with. */
export function chatHead(context: AnswerContext): { id: string; created: number; model: string } {
  return {
    id: `chatcmpl-${context.newId()}`,
    created: Math.floor(context.now() / 1000),
    model: context.model,
  };
}

/** The events of one answer, or those of each of the `n` choices that were asked for. */
export type ChoiceEvents = Events | readonly Events[];

export function eachChoice(events: ChoiceEvents): readonly Events[] {
  return isList(events) ? events : [events];
}

function isList(events: ChoiceEvents): events is readonly Events[] {
  return Array.isArray(events);
}

/**
 * A whole chat completion: fact sheet inference, section 2.4.
 *
 * `content` is null where the model only calls; `reasoning_content` is there only where it thought aloud.
 *
 * @throws ModelError see `Format.answerOf`
 */
export async function answerOf(events: ChoiceEvents, context: ChatContext): Promise<ChatCompletion> {
  const { id, created, model } = chatHead(context);
  const answers = await Promise.all(eachChoice(events).map(wholeAnswer));
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: answers.map(choiceOf),
    usage: chatUsage(totalUsage(answers.map(({ finish }) => finish.usage))),
  };
}

function choiceOf(
  { text, reasoning, calls, finish }: WholeAnswer,
  index: number,
): ChatCompletion['choices'][number] {
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: 'function' as const,
    function: { name: call.name, arguments: call.arguments },
  }));
  return {
    index,
    message: {
      role: 'assistant',
      content: text === '' && calls.length > 0 ? null : text,
      refusal: null,
      ...(reasoning !== '' && { reasoning_content: reasoning }),
      ...(calls.length > 0 && { tool_calls }),
    },
    logprobs: null,
    finish_reason: chatFinishReasons[finish.reason],
  };
}

/** Tokens of several choices: the prompt is read once. */
export function totalUsage(usages: readonly Usage[]): Usage {
  const [first = { inputTokens: 0, outputTokens: 0 }] = usages;
  const sum = (name: 'outputTokens' | 'reasoningTokens') =>
    usages.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  const thought = usages.some(({ reasoningTokens }) => reasoningTokens !== undefined);
  return {
    ...first,
    outputTokens: sum('outputTokens'),
    ...(thought && { reasoningTokens: sum('reasoningTokens') }),
  };
}
