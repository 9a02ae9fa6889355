import type { MessageObject } from '../../../../../spec/services/inference/formats/messages/answer.ts';
import type { OutputBlock } from '../../../../../spec/services/inference/formats/messages/request.ts';
import type { MessageUsage } from '../../../../../spec/services/inference/formats/usage.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import type { AnswerContext, Events } from '../format.ts';
import type { AnswerPart, Finish } from '../shared/parts.ts';
import { readArguments } from '../shared/read-arguments.ts';
import { wholeAnswer } from '../shared/whole-answer.ts';

/** What a message needs to know beside its events. */
export interface MessagesContext extends AnswerContext {
  /**
   * Tokens of the prompt, for the event that begins a stream; the last one corrects it. 0 where nobody has
   * counted.
   */
  readonly inputTokens?: number;
  /** Whose key paid, where the answer tells it: `Unified`. */
  readonly keySource?: string;
}

/**
 * A whole message: fact sheet inference, section 2.6.
 *
 * @throws ModelError see `Format.answerOf`
 */
export async function answerOf(events: Events, context: MessagesContext): Promise<MessageObject> {
  const id = messageId(context);
  const { parts, finish } = await wholeAnswer(events);
  const calls = parts.some(({ type }) => type === 'call');
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: context.model,
    content: parts.map((part) => blockOf(part, context)),
    ...stopOf(finish, calls),
    stop_details: null,
    usage: messageUsage(finish.usage),
    ...(context.keySource !== undefined && { gatewayMetadata: { keySource: context.keySource } }),
  };
}

export const messageId = (context: AnswerContext) => `msg_${context.newId()}`;

/** What stands for the provider's proof that a thought is its own: of the same form, and worth nothing. */
export const signatureOf = (context: AnswerContext) => btoa(context.newId());

/** Ids of calls begin alike in this format, whatever the engine calls them. */
export const toolUseId = (id: string) => id.replace(/^call_/, 'toolu_');

function blockOf(part: AnswerPart, context: AnswerContext): OutputBlock {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'thinking', thinking: part.text, signature: signatureOf(context) };
    case 'call':
      return { type: 'tool_use', id: toolUseId(part.id), name: part.name, input: readArguments(part.text) };
  }
}

/** Why a message ended; it can only end with the use of a tool where there is one. */
export function stopOf(
  { reason, stop }: Finish,
  calls: boolean,
): Pick<MessageObject, 'stop_reason' | 'stop_sequence'> {
  switch (reason) {
    case 'length':
      return { stop_reason: 'max_tokens', stop_sequence: null };
    case 'content-filter':
      return { stop_reason: 'refusal', stop_sequence: null };
    case 'tool-calls':
      return { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null };
    case 'stop':
      return stop === undefined
        ? { stop_reason: 'end_turn', stop_sequence: null }
        : { stop_reason: 'stop_sequence', stop_sequence: stop };
  }
}

/** Tokens as the format counts them: those known from before are no part of `input_tokens`. */
export function messageUsage({ inputTokens, outputTokens, cachedTokens = 0 }: Usage): MessageUsage {
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens),
    output_tokens: outputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
  };
}
