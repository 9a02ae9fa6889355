/** A call of a tool, as the model wants it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text; nobody has read it yet. */
  readonly arguments: string;
}

/** What a model answers to one step. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/**
 * Reads what a model answers, in either of the shapes that text models have: the choices of a chat completion, or
 * `response` with `tool_calls`.
 *
 * @throws Error for what is none of them
 */
export function readModelAnswer(answer: unknown): ModelAnswer {
  if (!isRecord(answer)) throw new Error('The model gave no answer that can be read.');
  const [choice]: readonly unknown[] = Array.isArray(answer['choices']) ? answer['choices'] : [];
  const message = isRecord(choice) && isRecord(choice['message']) ? choice['message'] : answer;
  const text = message['content'] ?? message['response'];
  const calls: readonly unknown[] = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  return { text: typeof text === 'string' ? text : '', calls: calls.flatMap(readCall) };
}

/** Calls have their name and arguments in `function` or bare, the arguments as a text or as an object. */
function readCall(call: unknown, index: number): readonly ToolCall[] {
  if (!isRecord(call)) return [];
  const about = isRecord(call['function']) ? call['function'] : call;
  const { name, arguments: given } = about;
  const id = typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : `call_${index}`;
  return [
    {
      id,
      name: String(name ?? ''),
      arguments: typeof given === 'string' ? given : JSON.stringify(given ?? {}),
    },
  ];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
