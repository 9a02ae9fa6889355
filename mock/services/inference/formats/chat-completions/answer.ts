import type {
  ChatChunk,
  ChatCompletion,
} from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { ChatUsage } from '../../../../../spec/services/inference/formats/usage.ts';
import type { FinishReason, GenerationEvent, ToolCall, Usage } from '../../../../engines/models/backend.ts';
import { type WholeAnswer, wholeAnswer } from '../answer-parts.ts';
import type { AnswerContext, Events } from '../format.ts';
import { toLogprobs } from './logprobs.ts';

/** The context of a chat completion. */
export interface ChatContext extends AnswerContext {
  /** `stream_options.include_usage` */
  readonly includeUsage?: boolean;
  /** Number of tokens to list for each position, if `logprobs` were requested. */
  readonly topLogprobs?: number;
  /** Whether a call is a `function_call`, as the request has `functions`. */
  readonly asFunction?: boolean;
}

export type ChatFinishReason = ChatCompletion['choices'][number]['finish_reason'];

/** The format's name of a finish reason. */
export function toFinishReason(reason: FinishReason, asFunction = false): ChatFinishReason {
  return asFunction && reason === 'tool-calls' ? 'function_call' : chatFinishReasons[reason];
}

const chatFinishReasons: Readonly<Record<FinishReason, ChatFinishReason>> = {
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

/** The members at the start of each chunk and of the complete answer. */
export function chatHead(context: AnswerContext): ChatHead {
  return {
    id: `chatcmpl-${context.newId()}`,
    created: Math.floor(context.now() / 1000),
    model: context.model,
  };
}

/**
 * A complete chat completion, with a choice for each of the `others` too: Cloudflare Workers types.
 *
 * `content` is null when the model only makes calls; `reasoning_content` is present only when it shows its reasoning.
 *
 * @throws ModelError see `Format.getAnswer`
 */
export async function getAnswer(
  events: Events,
  context: ChatContext,
  others: readonly Events[] = [],
): Promise<ChatCompletion> {
  const head = chatHead(context);
  return getCompletion(head, await Promise.all([events, ...others].map(wholeAnswer)), context);
}

/** A completion of complete answers, one for each choice. */
export function getCompletion(
  { id, created, model }: ChatHead,
  answers: readonly WholeAnswer[],
  form: AnswerForm = {},
): ChatCompletion {
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: answers.map((answer, index) => toChoice(answer, index, form)),
    usage: chatUsage(totalUsage(answers.map(({ finish }) => finish.usage))),
  };
}

type AnswerForm = Pick<ChatContext, 'topLogprobs' | 'asFunction'>;

function toChoice(
  { text, reasoning, calls, finish }: WholeAnswer,
  index: number,
  { topLogprobs, asFunction }: AnswerForm,
): ChatCompletion['choices'][number] {
  const message: ChatCompletion['choices'][number]['message'] = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
  };
  if (reasoning !== '') message.reasoning_content = reasoning;
  const [call] = calls;
  if (call && asFunction) message.function_call = { name: call.name, arguments: call.arguments };
  else if (call) message.tool_calls = calls.map(toToolCall);
  const logprobs = topLogprobs === undefined ? null : toLogprobs(text, topLogprobs);
  return { index, message, logprobs, finish_reason: toFinishReason(finish.reason, asFunction) };
}

function toToolCall({ id, name, arguments: json }: ToolCall) {
  return { id, type: 'function' as const, function: { name, arguments: json } };
}

/** Adds up the tokens of several choices: the prompt counts once. */
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

export type ChatDelta = ChatChunk['choices'][number]['delta'];

/**
 * The delta of an event; undefined for empty pieces. Calls are distinguished by index, so their pieces may be
 * interleaved; the form of `functions` has the first call alone.
 */
export function toDelta(
  event: Exclude<GenerationEvent, { readonly type: 'finish' }>,
  asFunction = false,
): ChatDelta | undefined {
  if (asFunction && 'index' in event) return toFunctionDelta(event);
  switch (event.type) {
    case 'reasoning':
      return event.text === '' ? undefined : { reasoning_content: event.text };
    case 'text':
      return event.text === '' ? undefined : { content: event.text };
    case 'tool-call': {
      const { index, id, name } = event;
      return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] };
    }
    case 'tool-arguments':
      return event.json === ''
        ? undefined
        : { tool_calls: [{ index: event.index, function: { arguments: event.json } }] };
  }
}

function toFunctionDelta(event: Extract<GenerationEvent, { readonly index: number }>): ChatDelta | undefined {
  if (event.index > 0) return undefined;
  if (event.type === 'tool-call') return { function_call: { name: event.name, arguments: '' } };
  return event.json === '' ? undefined : { function_call: { arguments: event.json } };
}

/**
 * Tokens as the chat-completions and native formats count them.
 *
 * @param neurons cost of the run, if the answer includes it
 *
 * @example
 * chatUsage({ inputTokens: 2, outputTokens: 3 }) // { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 }
 */
export function chatUsage(usage: Usage, neurons?: number): ChatUsage {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
  const counts: ChatUsage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  if (cachedTokens !== undefined) counts.prompt_tokens_details = { cached_tokens: cachedTokens };
  if (reasoningTokens !== undefined) counts.completion_tokens_details = { reasoning_tokens: reasoningTokens };
  if (neurons !== undefined) counts.neurons = neurons;
  return counts;
}
