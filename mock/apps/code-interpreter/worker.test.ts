import { describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import type { Env } from './env.ts';
import { call, completion, type Step, type StubEnv, says, stubEnv, wants } from './testing/stub-env.ts';
import worker from './worker.ts';

const nothing = 'No response generated';

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
  // Fact sheet example-apps, section 2.4, row by row.
  it.each<[string, readonly Step[], { answer: string; steps: number; runs: number }]>([
    ['says something at once', [says('hi')], { answer: 'hi', steps: 1, runs: 0 }],
    ['wants a program, then speaks', [wants(['a']), says('hi')], { answer: 'hi', steps: 2, runs: 1 }],
    ['wants a program every time', [wants(['a'])], { answer: nothing, steps: 5, runs: 5 }],
    [
      'speaks and wants a program every time',
      [...'1234'].map((n) => wants(['a'], n)).concat(wants(['a'], 'five')),
      { answer: 'five', steps: 5, runs: 5 },
    ],
    ['wants two programs at once', [wants(['a', 'b']), says('hi')], { answer: 'hi', steps: 2, runs: 2 }],
    [
      'says it is done and wants one',
      [wants(['a'], null, 'stop'), says('hi')],
      { answer: 'hi', steps: 2, runs: 1 },
    ],
    ['speaks, then says nothing', [wants(['a'], 'hi'), says('')], { answer: nothing, steps: 2, runs: 1 }],
    ['is cut off', [says('half', 'length')], { answer: 'half', steps: 1, runs: 0 }],
  ])('is answered as the model ends where it %s', async (_, steps, { answer, ...counts }) => {
    const env = stubEnv(steps);
    const response = await ask(env);
    expect([response.status, await response.text()]).toEqual([200, answer]);
    expect({ steps: env.asked.length, runs: env.ran.length }).toEqual(counts);
  });

  it.each<[string, ReturnType<typeof call>, RegExp]>([
    ['wrong arguments', call('{"program":"a"}'), /^Error: execute_python takes/],
    ['a program that is no text', call('{"code":1}'), /^Error: execute_python takes/],
    ['broken JSON', call('{"code":'), /^Error: execute_python takes/],
    ['a tool that is not there', call('{}', 'rm'), /^Error: there is no tool "rm"/],
  ])('goes on after %s, which the model is told', async (_, wrong, told) => {
    const env = stubEnv([completion({ content: null, tool_calls: [wrong] }), says('hi')]);
    expect(await (await ask(env)).text()).toBe('hi');
    expect([env.asked.length, env.ran.length]).toEqual([2, 0]);
    expect(heard(env)).toEqual({
      roles: ['user', 'assistant', 'tool'],
      told: [expect.stringMatching(told)],
    });
  });

  it('goes on after a tool that fails, which the model is told', async () => {
    const env = stubEnv([wants(['a']), says('hi')], () => {
      throw new Error('The sandbox is gone');
    });
    expect(await (await ask(env)).text()).toBe('hi');
    expect(heard(env).told).toEqual(['Error: The sandbox is gone']);
  });

  it('is answered with the failure of a model', async () => {
    const response = await ask(stubEnv([new Error('3040: Capacity temporarily exceeded')]));
    expect([response.status, await response.text()]).toEqual([500, '3040: Capacity temporarily exceeded']);
  });

  it('makes two more messages with each step, and hands on what programs wrote', async () => {
    const env = stubEnv([wants(['a']), wants(['b']), says('hi')]);
    await ask(env);
    expect(heard(env)).toEqual({
      roles: ['user', 'assistant', 'tool', 'assistant', 'tool'],
      told: ['ran a\n', 'ran b\n'],
    });
  });

  it('is handed on with one tool, to the model of the configuration', async () => {
    const env = { ...stubEnv([says('hi')]), MODEL: '@cf/meta/llama-3.1-8b-instruct' };
    await ask(env, 'What is 2 + 2?');
    const [{ model, input } = { model: '', input: {} }] = env.asked;
    expect(model).toBe('@cf/meta/llama-3.1-8b-instruct');
    expect(input['messages']).toEqual([{ role: 'user', content: 'What is 2 + 2?' }]);
    expect(input['tools']).toMatchObject([
      { function: { name: 'execute_python', parameters: { properties: { code: { type: 'string' } } } } },
    ]);
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

describe('a request', () => {
  it.each<[string, string, string, string | null, number, string]>([
    ['with a prompt', 'POST', '/run', '{"input":"go"}', 200, 'hi'],
    ['with a query', 'POST', '/run?a=b', '{"input":"go"}', 200, 'hi'],
    ['with more than a prompt', 'POST', '/run', '{"input":"go","more":1}', 200, 'hi'],
    ['without a prompt', 'POST', '/run', '{}', 400, 'Missing input field'],
    ['with an empty prompt', 'POST', '/run', '{"input":""}', 400, 'Missing input field'],
    ['with null for a prompt', 'POST', '/run', '{"input":null}', 400, 'Missing input field'],
    ['that is no object', 'POST', '/run', '["input"]', 400, 'Missing input field'],
    ['with a number for a prompt', 'POST', '/run', '{"input":1}', 400, 'The input field must be a string'],
    ['with a list for a prompt', 'POST', '/run', '{"input":["go"]}', 400, 'The input field must be a string'],
    ['by another method', 'GET', '/run', null, 404, 'Not Found'],
    ['by PUT', 'PUT', '/run', '{"input":"go"}', 404, 'Not Found'],
    ['for another path', 'POST', '/', '{"input":"go"}', 404, 'Not Found'],
    ['for a path below', 'POST', '/run/', '{"input":"go"}', 404, 'Not Found'],
  ])('%s is answered as text', async (_, method, path, body, status, text) => {
    const response = await worker.fetch(
      new Request(`http://localhost${path}`, { method, body }),
      stubEnv([says('hi')]),
    );
    expect([response.status, await response.text()]).toEqual([status, text]);
    expect(response.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  });

  it.each(['', '{', 'input=go'])('that is no JSON is a failure, and no model is asked: %j', async (body) => {
    const env = stubEnv([says('hi')]);
    const response = await worker.fetch(new Request('http://localhost/run', { method: 'POST', body }), env);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toBe('');
    expect(env.asked).toEqual([]);
  });
});

describe('a prompt on the bindings of a mock', () => {
  const mock = createMock();
  const bound = (MODEL?: string) => {
    const env = stubEnv([], () => ({ logs: { stdout: ['391\n'], stderr: [] } }));
    return { ...env, ...mock.bindings({ ai: { binding: 'AI' } }), MODEL };
  };

  it.each([
    '@cf/openai/gpt-oss-120b',
    '@cf/meta/llama-3.1-8b-instruct',
    '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
    'openai/gpt-5',
  ])('that needs a calculation is answered from the output of a program: %s', async (model) => {
    const env = bound(model);
    const answer = await (await ask(env, 'What is 17 times 23?')).text();
    expect(env.ran).toEqual(['print(17 * 23)']);
    expect(answer).toContain('execute_python: 391');
  });

  it('that needs none runs nothing, and says so', async () => {
    const env = bound();
    expect(await (await ask(env, 'Tell me a story.')).text()).toMatch(/^No Python was run for this\./);
    expect(env.ran).toEqual([]);
  });

  it('is found in the journal with its program', async () => {
    await ask(bound(), 'Is 7919 prime?');
    const entry = mock.findRequest(({ response_body }) => response_body?.includes('is_prime(7919)') ?? false);
    expect(entry?.operation).toBe('inference.run');
  });
});
