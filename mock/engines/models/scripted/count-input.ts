import type { Generation } from '../backend.ts';
import { textOf } from './conversation.ts';
import { countTokens } from './tokens.ts';

/** Tokens that frame each message, such as its role. */
const tokensPerMessage = 4;
/** Tokens of a picture or another file, whatever its size. */
const tokensPerMedia = 85;

/**
 * Tokens of a request: those of all texts, of tool calls and of the tools and the schema (as JSON), 4 more for
 * each message and 85 for each picture or file.
 */
export function countInput(request: Generation): number {
  let count = 0;
  for (const message of request.messages) {
    count += tokensPerMessage + countTokens(textOf(message));
    const parts: unknown = message.parts;
    if (Array.isArray(parts))
      count += tokensPerMedia * message.parts.filter((part) => part?.type === 'media').length;
    if (message.role === 'assistant')
      for (const call of message.toolCalls ?? [])
        count += countTokens(call.name) + countTokens(call.arguments);
  }
  for (const tool of request.tools ?? []) count += countTokens(JSON.stringify(tool));
  if (request.format?.type === 'json-schema')
    count += countTokens(JSON.stringify(request.format.schema) ?? '');
  return count;
}
