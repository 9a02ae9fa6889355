import type { ChatMessage } from '../../../../../spec/services/inference/formats/chat-completions/request.ts';
import { isObject } from '../../../../is-object.ts';
import { readArguments } from '../shared/read-arguments.ts';

/**
 * A message of models of the old shape, which take any word as a role and calls without ids, as a message of a
 * chat. Roles that no chat has count as the user's.
 *
 * @example
 * looseMessage({ role: 'tool', name: 'look', content: 'a cat' })
 * // { role: 'function', name: 'look', content: 'a cat' }
 */
export function looseMessage(message: unknown): ChatMessage {
  const { role, content, name, tool_calls } = isObject(message) ? message : {};
  const text = typeof content === 'string' ? content : '';
  switch (role) {
    case 'assistant': {
      const calls = Array.isArray(tool_calls) ? tool_calls.flatMap(looseCall) : [];
      return { role, content: text, ...(calls.length > 0 && { tool_calls: calls }) };
    }
    case 'tool':
      return {
        role: 'function',
        name: typeof name === 'string' && name !== '' ? name : 'tool',
        content: text,
      };
    case 'system':
      return { role, content: text };
    default:
      return { role: 'user', content: text };
  }
}

/** `{name, arguments}` or `{function: {name, arguments}}`, the arguments as an object or as JSON text. */
function looseCall(call: unknown) {
  if (!isObject(call)) return [];
  const about = isObject(call['function']) ? call['function'] : call;
  const { name, arguments: given } = about;
  if (typeof name !== 'string' || name === '') return [];
  const json = JSON.stringify(typeof given === 'string' ? readArguments(given) : (given ?? {}));
  const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : name;
  return [{ id, type: 'function' as const, function: { name, arguments: json } }];
}
