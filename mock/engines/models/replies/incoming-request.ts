import type { Generation, Message, Part, Task } from '../backend.ts';

/** A request in the terms of a reply's match. */
export interface IncomingRequest {
  readonly task: Task;
  /** Id of the model. */
  readonly model: string;
  /** Text of the last user message; for other tasks the prompt, query or text. */
  readonly text: string;
  readonly system: string;
  /** Number of earlier assistant messages. */
  readonly turn: number;
  /** Tool results since the last assistant message, if the conversation ends with them. */
  readonly toolResults: readonly { readonly tool: string | undefined; readonly text: string }[];
  /** Names of the available tools. */
  readonly tools: readonly string[];
  readonly format: 'text' | 'json' | 'json-schema';
  /** The request itself, for a conversation. */
  readonly generation?: Generation;
}

/** Text of a message's parts, without its pictures and files. */
export function getText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** The match terms of a generation. */
export function incomingGeneration(model: string, generation: Generation): IncomingRequest {
  const { messages } = generation;
  const lastUser = messages.findLast((message) => message.role === 'user');
  return {
    task: 'generate',
    model,
    text: lastUser === undefined ? '' : getText(lastUser.parts),
    system: messages
      .filter((message) => message.role === 'system')
      .map((message) => getText(message.parts))
      .join('\n'),
    turn: messages.filter((message) => message.role === 'assistant').length,
    toolResults: lastToolResults(messages),
    tools: (generation.tools ?? []).map((tool) => tool.name),
    format: generation.format?.type ?? 'text',
    generation,
  };
}

/** The match terms of other requests. */
export function incomingText(task: Task, model: string, text: string): IncomingRequest {
  return { task, model, text, system: '', turn: 0, toolResults: [], tools: [], format: 'text' };
}

function lastToolResults(messages: readonly Message[]): IncomingRequest['toolResults'] {
  const results: Extract<Message, { role: 'tool' }>[] = [];
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (message?.role !== 'tool') break;
    results.unshift(message);
  }
  if (results.length === 0) return [];
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  return results.map((result) => ({
    // Ids may repeat from turn to turn: the result belongs to the last call.
    tool: result.name ?? calls.findLast((call) => call.id === result.callId)?.name,
    text: getText(result.parts),
  }));
}
