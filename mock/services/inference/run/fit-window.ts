import { ApiError } from '../../../../spec/errors.ts';
import type { Generation, Message } from '../../../engines/models/backend.ts';
import type { CountTokens } from '../../../engines/models/count-tokens.ts';
import type { Runnable } from './identify-run.ts';

/** All text of a conversation, turn by turn. */
export function getText(messages: readonly Message[]): string {
  return messages
    .flatMap(({ parts }) => parts)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('\n');
}

/**
 * Sets the default number of tokens of its model on a generation.
 *
 * @throws ApiError when prompt and answer exceed the window of the model
 */
export function fitWindow({ model, hosted }: Runnable, asked: Generation, count: CountTokens): Generation {
  const { contextWindow: limit, maxTokensDefault } = model;
  const maxTokens = asked.maxTokens ?? maxTokensDefault;
  const generation = maxTokens === undefined ? asked : { ...asked, maxTokens };
  if (limit === undefined) return generation;
  // A third-party model generates what fits; a hosted one must have room for the requested number.
  const room = hosted ? (asked.maxTokens ?? 0) : 0;
  const text = getText(asked.messages);
  // Every token has at least one character, so a short text needs no counting.
  if (text.length + room <= limit) return generation;
  const tokens = count(text) + room;
  if (tokens <= limit) return generation;
  if (hosted) throw new ApiError('context-window-exceeded', { tokens, limit });
  const problem = `The prompt has ${tokens} tokens, and ${model.id} takes ${limit}`;
  throw new ApiError('third-party-input-invalid', { problem });
}
