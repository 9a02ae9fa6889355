import type { Generation, Message, Part, Task } from '../backend.ts';

/** A request in the terms that replies are matched in. */
export interface Asked {
  readonly task: Task;
  /** Id of the model. */
  readonly model: string;
  /** Text of the last user message; prompt, query or text of what is no conversation. */
  readonly text: string;
  readonly system: string;
  /** How many times the assistant has spoken before. */
  readonly turn: number;
  /** What tools answered since the assistant spoke, when the conversation ends with that. */
  readonly toolResults: readonly { readonly tool: string | undefined; readonly text: string }[];
  /** Names of the tools on offer. */
  readonly tools: readonly string[];
  readonly format: 'text' | 'json' | 'json-schema';
  /** The request itself, where a conversation is asked for. */
  readonly generation?: Generation;
}

/** Text of the parts of a message, without its pictures and files. */
export function getText(parts: readonly Part[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** What is asked for by a generation. */
export function askedOfGeneration(model: string, generation: Generation): Asked {
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

/** What is asked for by a request that is no conversation. */
export function askedOfText(task: Task, model: string, text: string): Asked {
  return { task, model, text, system: '', turn: 0, toolResults: [], tools: [], format: 'text' };
}

function lastToolResults(messages: readonly Message[]): Asked['toolResults'] {
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
    // Ids may repeat from turn to turn: the call that was made last is the one that was answered.
    tool: result.name ?? calls.findLast((call) => call.id === result.callId)?.name,
    text: getText(result.parts),
  }));
}
