import { describe, expect, it } from 'vitest';
import { type Step, type StubEnv, says, stubEnv, wants } from './testing/stub-env.ts';
import worker, { type Env, type Execution, getOutput } from './worker.ts';

const ask = (env: Env, input: unknown = 'go') =>
  worker.fetch(new Request('http://localhost/run', { method: 'POST', body: JSON.stringify({ input }) }), env);

/** Roles of the messages in the last model call, and outputs of tools. */
function lastCall({ asked }: StubEnv) {
  const messages = asked.at(-1)?.input['messages'] as { role: string; content: string }[]; // as the app sends them
  return {
    roles: messages.map(({ role }) => role),
    told: messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
  };
}

describe('a prompt', () => {
  it('goes on after a failed tool, with the error as its output', async () => {
    const env = stubEnv([wants(['a']), says('hi')], () => {
      throw new Error('The sandbox is gone');
    });
    expect(await (await ask(env)).text()).toBe('hi');
    expect(lastCall(env).told).toEqual(['Error: The sandbox is gone']);
  });

  it.each<[string, Step]>([
    ['of the old format', { response: 'hi' }],
    ['of the new format', says('hi')],
  ])('is answered by models %s', async (_, step) => {
    expect(await (await ask(stubEnv([step]))).text()).toBe('hi');
  });

  it('is answered by models of the old format that call without ids', async () => {
    const calls = { response: null, tool_calls: [{ name: 'execute_python', arguments: { code: 'a' } }] };
    const env = stubEnv([calls, { response: 'hi' }]);
    expect(await (await ask(env)).text()).toBe('hi');
    expect(env.ran).toEqual(['a']);
  });
});

const quiet = { stdout: [], stderr: [] };

// sandbox-sdk, in its order.
describe('the output of a program', () => {
  it.each<[string, Execution, string]>([
    [
      'is its results, each as text, else as HTML, else as JSON',
      {
        logs: { stdout: ['noise'], stderr: ['more'] },
        results: [{ text: '4' }, { html: '<b>5</b>' }, { json: { a: 6 } } as object],
        error: { name: 'E', message: 'm' },
      },
      '4\n<b>5</b>\n{"json":{"a":6}}',
    ],
    [
      'is its error without results',
      {
        logs: { stdout: ['noise'], stderr: [] },
        results: [],
        error: { name: 'ZeroDivisionError', message: 'division by zero' },
      },
      'Error: ZeroDivisionError: division by zero',
    ],
    [
      'is its error under the other name',
      { logs: quiet, results: [], error: { name: 'KeyError', value: "'a'" } },
      "Error: KeyError: 'a'",
    ],
    [
      'is the name of an error without a message',
      { logs: quiet, results: [], error: { name: 'MemoryError' } },
      'Error: MemoryError',
    ],
    ['is what it printed', { logs: { stdout: ['1\n2\n'], stderr: [] }, results: [] }, '1\n2\n'],
    ['is what it printed, in pieces', { logs: { stdout: ['1', '2'], stderr: [] }, results: [] }, '1\n2'],
    [
      'is what it printed and its warnings',
      { logs: { stdout: ['1'], stderr: ['careful'] }, results: [] },
      '1\nError: careful',
    ],
    ['is its warnings alone', { logs: { stdout: [], stderr: ['careful'] }, results: [] }, 'Error: careful'],
    ['says that it ran, without output', { logs: quiet, results: [] }, 'Code executed successfully'],
  ])('%s', (_, execution, text) => {
    expect(getOutput(execution)).toBe(text);
  });
});
