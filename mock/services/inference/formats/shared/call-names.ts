import type { Message } from '../../../../engines/models/backend.ts';

/**
 * Gives what tools answered the names of the tools, which most formats say only where the call stands.
 */
export function withCallNames(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(({ role }) => role === 'tool')) return messages;
  const names = new Map<string, string>();
  return messages.map((message) => {
    if (message.role === 'assistant') {
      for (const call of message.toolCalls ?? []) names.set(call.id, call.name);
    }
    if (message.role !== 'tool' || message.name !== undefined) return message;
    const name = names.get(message.callId);
    return name === undefined ? message : { ...message, name };
  });
}
