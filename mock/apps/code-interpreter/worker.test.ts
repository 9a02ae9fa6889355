import { describe, expect, it } from 'vitest';

import type { Env } from './env.ts';
import { type Step, type StubEnv, says, stubEnv, wants } from './testing/stub-env.ts';
import worker from './worker.ts';

const ask = (env: Env, input: unknown = 'go') =>
  worker.fetch(new Request('http://localhost/run', { method: 'POST', body: JSON.stringify({ input }) }), env);

/** Roles of the messages that the model was asked with last, and what tools told it. */
function heard({ asked }: StubEnv) {
  const messages = asked.at(-1)?.input['messages'] as { role: string; content: string }[]; // as the app sends them
  return {
    roles: messages.map(({ role }) => role),
    told: messages.filter(({ role }) => role === 'tool').map(({ content }) => content),
  };
}

describe('a prompt', () => {
  it('goes on after a tool that fails, which the model is told', async () => {
    const env = stubEnv([wants(['a']), says('hi')], () => {
      throw new Error('The sandbox is gone');
    });
    expect(await (await ask(env)).text()).toBe('hi');
    expect(heard(env).told).toEqual(['Error: The sandbox is gone']);
  });

  it.each<[string, Step]>([
    ['of the old shape', { response: 'hi' }],
    ['of the new shape', says('hi')],
  ])('is answered by models %s', async (_, step) => {
    expect(await (await ask(stubEnv([step]))).text()).toBe('hi');
  });

  it('is answered by models of the old shape that call without ids', async () => {
    const calls = { response: null, tool_calls: [{ name: 'execute_python', arguments: { code: 'a' } }] };
    const env = stubEnv([calls, { response: 'hi' }]);
    expect(await (await ask(env)).text()).toBe('hi');
    expect(env.ran).toEqual(['a']);
  });
});
