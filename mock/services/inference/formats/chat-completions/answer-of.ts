import type { ChatCompletion } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { FinishReason, ToolCall, Usage } from '../../../../engines/models/backend.ts';
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

export interface ChatHead {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

/** What each chunk and the whole answer begin with. */
export function chatHead(context: AnswerContext): ChatHead {
  return {
    id: `chatcmpl-${context.newId()}`,
    created: Math.floor(context.now() / 1000),
    model: context.model,
  };
}

/**
 * A whole chat completion, with a choice for each of the `others` too: fact sheet inference, section 2.4.
 *
 * `content` is null where the model only calls; `reasoning_content` is there only where it thought aloud.
 *
 * @throws ModelError see `Format.answerOf`
 */
export async function answerOf(
  events: Events,
  context: ChatContext,
  others: readonly Events[] = [],
): Promise<ChatCompletion> {
  const head = chatHead(context);
  return completionOf(head, await Promise.all([events, ...others].map(wholeAnswer)));
}

/** A completion of answers that are there, one for each choice. */
export function completionOf(
  { id, created, model }: ChatHead,
  answers: readonly WholeAnswer[],
): ChatCompletion {
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
  const message: ChatCompletion['choices'][number]['message'] = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
  };
  if (reasoning !== '') message.reasoning_content = reasoning;
  if (calls.length > 0) message.tool_calls = calls.map(toolCallOf);
  return { index, message, logprobs: null, finish_reason: chatFinishReasons[finish.reason] };
}

function toolCallOf({ id, name, arguments: json }: ToolCall) {
  return { id, type: 'function' as const, function: { name, arguments: json } };
}

/** Tokens of several choices: the prompt is read once. */
export function totalUsage(usages: readonly Usage[]): Usage {
  const [first = { inputTokens: 0, outputTokens: 0 }] = usages;
  if (usages.length <= 1) return first;
  const sum = (name: 'outputTokens' | 'reasoningTokens') =>
    usages.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  const thought = usages.some(({ reasoningTokens }) => reasoningTokens !== undefined);
  return {
    ...first,
    outputTokens: sum('outputTokens'),
    ...(thought && { reasoningTokens: sum('reasoningTokens') }),
  };
}
