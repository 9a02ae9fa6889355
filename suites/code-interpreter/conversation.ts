import type { ModelReplyInput } from '../../spec/model-reply.ts';
import { isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { replying } from '../inference/replying.ts';

/** One step of the model: the input it received. */
export interface Step {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools: unknown;
}

type Reply = ModelReplyInput['reply'];

/** A reply that calls the tool with programs. */
export const wants = (...codes: readonly string[]): { readonly toolCalls: ToolCall[] } => ({
  toolCalls: codes.map((code) => ({ name: 'execute_python', arguments: { code } })),
});

interface ToolCall {
  readonly name: string;
  readonly arguments: { readonly code: string };
}

/**
 * Sets the model's replies to one prompt, step by step. The last one repeats.
 *
 * @example
 * await replies(t, prompt, [wants('print(1)'), { text: 'One.' }]);
 */
export async function replies(t: TestContext, prompt: string, steps: readonly Reply[]): Promise<void> {
  const text = { equals: prompt };
  const last = steps.at(-1);
  // The newest rule is tried first.
  if (last) await replying(t, { match: { text }, reply: last });
  for (const [turn, reply] of steps.slice(0, -1).entries())
    await replying(t, { match: { text, turn }, reply });
}

/** How many of the latest requests to search: many more than a test and its neighbours make. */
const newest = '200';

/** The steps for a prompt that only this test uses, oldest first. */
export async function getSteps(t: TestContext, prompt: string): Promise<readonly Step[]> {
  const query = { operation: 'inference.run', limit: newest };
  const { body } = await t.call('touchstone.journal.list', { query });
  const found = body.flatMap(({ request_body: text }) => {
    const input = text?.includes('messages') ? getInput(text) : undefined;
    const messages = input?.['messages'];
    if (!Array.isArray(messages) || !messages.some((message) => getContent(message) === prompt)) return [];
    return [{ messages, tools: input?.['tools'] }];
  });
  return found.reverse();
}

/** The tool outputs that the model has received by the last step, in order. */
export function getOutputs(steps: readonly Step[]): readonly unknown[] {
  const messages = steps.at(-1)?.messages ?? [];
  return messages.filter(({ role }) => role === 'tool').map(getContent);
}

/** The executed programs that contain a text, oldest first. */
export async function programsWith(t: TestContext, mark: string): Promise<readonly string[]> {
  const query = { plane: 'sandbox', limit: newest } as const;
  const { body } = await t.call('touchstone.journal.list', { query });
  return body.flatMap(({ request_body: code }) => (code?.includes(mark) ? [code] : [])).reverse();
}

function getInput(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // A binding wraps its input.
    const input = isObject(value) ? (value['inputs'] ?? value) : undefined;
    return isObject(input) ? input : undefined;
  } catch {
    return undefined;
  }
}

function getContent(message: unknown): unknown {
  return isObject(message) ? message['content'] : undefined;
}
