import type { ModelReplyInput } from '../../spec/model-reply.ts';
import { isObject } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { replying } from '../touchstone/replying.ts';

/** One step of the model: what it was asked with. */
export interface Step {
  readonly messages: readonly Readonly<Record<string, unknown>>[];
  readonly tools: unknown;
}

type Reply = ModelReplyInput['reply'];

/** A reply that wants programs to be run. */
export const wants = (...codes: readonly string[]): { readonly toolCalls: ToolCall[] } => ({
  toolCalls: codes.map((code) => ({ name: 'execute_python', arguments: { code } })),
});

interface ToolCall {
  readonly name: string;
  readonly arguments: { readonly code: string };
}

/**
 * Tells the model what to reply to one prompt, step by step; the last reply is given again and again.
 *
 * @example
 * await replies(t, prompt, [wants('print(1)'), { text: 'One.' }]);
 */
export async function replies(t: TestContext, prompt: string, steps: readonly Reply[]): Promise<void> {
  const text = { equals: prompt };
  const last = steps.at(-1);
  // What is added later comes first.
  if (last) await replying(t, { match: { text }, reply: last });
  for (const [turn, reply] of steps.slice(0, -1).entries())
    await replying(t, { match: { text, turn }, reply });
}

/** How many of the last requests of a kind are looked through: many more than a test and its neighbours make. */
const newest = '200';

/** The steps of a prompt that nobody else has asked, oldest first. */
export async function getSteps(t: TestContext, prompt: string): Promise<readonly Step[]> {
  const query = { operation: 'inference.run', limit: newest };
  const { body } = await t.call('touchstone.journal.list', { query });
  const found = body.flatMap(({ request_body: text }) => {
    const asked = text?.includes('messages') ? getInput(text) : undefined;
    const messages = asked?.['messages'];
    if (!Array.isArray(messages) || !messages.some((message) => getContent(message) === prompt)) return [];
    return [{ messages, tools: asked?.['tools'] }];
  });
  return found.reverse();
}

/** What tools told the model until the last step, in order. */
export function getOutputs(steps: readonly Step[]): readonly unknown[] {
  const messages = steps.at(-1)?.messages ?? [];
  return messages.filter(({ role }) => role === 'tool').map(getContent);
}

/** Programs that were run and hold a text, oldest first. */
export async function programsWith(t: TestContext, mark: string): Promise<readonly string[]> {
  const query = { plane: 'sandbox', limit: newest } as const;
  const { body } = await t.call('touchstone.journal.list', { query });
  return body.flatMap(({ request_body: code }) => (code?.includes(mark) ? [code] : [])).reverse();
}

function getInput(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // A binding wraps what it asks with.
    const input = isObject(value) ? (value['inputs'] ?? value) : undefined;
    return isObject(input) ? input : undefined;
  } catch {
    return undefined;
  }
}

function getContent(message: unknown): unknown {
  return isObject(message) ? message['content'] : undefined;
}
