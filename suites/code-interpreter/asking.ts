import { isObject, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { RemoteReply } from '../harness/git-remote.ts';

/** A request to the code interpreter. */
export interface InterpreterRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const getText = ({ bytes }: RemoteReply) => new TextDecoder().decode(bytes);

/** Sends a request, and returns any response. */
export function send(t: TestContext, request: InterpreterRequest): Promise<RemoteReply> {
  const { method = 'POST', path = '/run', headers = { 'content-type': 'application/json' }, body } = request;
  const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) };
  return t.application({ method, url: `${t.interpreter}${path}`, headers, ...bytes }, 'interpreter');
}

/** Sends a prompt, and returns any response. */
export const ask = (t: TestContext, input: unknown) => send(t, { body: JSON.stringify({ input }) });

/** Sends a prompt, and returns the answer; fails unless it is text. */
export async function answered(t: TestContext, input: string): Promise<string> {
  const reply = await ask(t, input);
  ok(reply.status >= 200 && reply.status < 300, `a prompt got status ${reply.status}, expected success`);
  judgeText(reply);
  return getText(reply);
}

/** Fails unless the answer is text rather than JSON. A bare number is both. */
export function judgeText(reply: RemoteReply): void {
  const type = reply.headers.get('content-type');
  ok(type === null || /^text\//i.test(type), `the answer is ${type}, expected text`);
  const value = parsed(getText(reply));
  ok(!isObject(value) && !Array.isArray(value) && typeof value !== 'string', 'the answer is JSON');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A prompt that asks to run a program unchanged and to answer with its output. */
export const programPrompt = (code: string) =>
  `Run this Python program unchanged with your tool, and answer with exactly what it prints:\n\`\`\`python\n${code}\n\`\`\``;

/** Runs a program through a prompt, and returns the answer with its output. */
export const run = (t: TestContext, code: string) => answered(t, programPrompt(code));

/** Random letters that appear in no other test. */
export const randomWord = (length = 12) =>
  [...crypto.getRandomValues(new Uint8Array(length))]
    .map((byte) => String.fromCharCode(97 + (byte % 26)))
    .join('');

/** A random whole number between two others, both included. */
export function randomInteger(from: number, to: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return from + (random % (to - from + 1));
}
