import { describe, expect, it, test } from 'vitest';
import type { Generation } from '../backend.ts';
import { answerTo } from './generate.ts';
import { createScriptedBackend } from './index.ts';
import { countTokens } from './tokens.ts';

const user = (text: string) => ({ role: 'user', parts: [{ type: 'text', text }] }) as const;
const assistant = (text: string) => ({ role: 'assistant', parts: [{ type: 'text', text }] }) as const;

/** The whole answer to a prompt, or to a conversation. */
async function run(
  asked: string | Generation['messages'],
  more: Partial<Generation> = {},
  id = 'openai/gpt-5',
  seed = 1,
) {
  const messages = typeof asked === 'string' ? [user(asked)] : asked;
  const events = await answerTo({ seed, model: { id }, request: { messages, ...more } });
  const textOf = (type: 'text' | 'reasoning') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const calls = events.flatMap((event) => (event.type === 'tool-call' ? [event] : []));
  const getArguments = (index: number): unknown =>
    JSON.parse(
      events
        .map((event) => (event.type === 'tool-arguments' && event.index === index ? event.json : ''))
        .join(''),
    );
  const finish = events.at(-1);
  if (finish?.type !== 'finish') throw new Error('The last event is not a finish.');
  return {
    events,
    text: textOf('text'),
    reasoning: textOf('reasoning'),
    calls: calls.map(({ name, index }) => ({ name, arguments: getArguments(index) })),
    ids: calls.map(({ id: of }) => of),
    finish,
  };
}

describe('an answer', () => {
  it('quotes the question, and is deterministic', async () => {
    const { text } = await run('What is the capital of France?');
    expect(text).toContain('“What is the capital of France?”');
    expect((await run('What is the capital of France?')).text).toBe(text);
  });

  it.each<[string, Parameters<typeof run>]>([
    ['prompt', ['Hello!']],
    ['seed of the backend', ['Hello', {}, 'openai/gpt-5', 2]],
    ['model', ['Hello', {}, 'openai/gpt-5-mini']],
    ['seed of the request', ['Hello', { seed: 7 }]],
    ['conversation before', [[user('Hi'), assistant('Hi.'), user('Hello')]]],
  ])('differs by %s', async (_, asked) => {
    expect((await run(...asked)).text).not.toBe((await run('Hello')).text);
  });

  it('does not depend on the seed with greedy sampling', async () => {
    const [one, other] = [
      await run('Hello', { temperature: 0, seed: 1 }),
      await run('Hello', { temperature: 0, seed: 2 }),
    ];
    expect(one.text).toBe(other.text);
  });

  it.each([
    ['What is 17 times 3?', '17 * 3 = 51'],
    ['What is 2 ^ 100?', '2 ^ 100 = 1267650600228229401496703205376'],
    ['12/8', '12 / 8 = 1.5'],
    ['How much is 5 divided by 0?', '5 / 0 = undefined'],
    ['What is the sum of 3 and 4?', '3 + 4 = 7'],
  ])('calculates: %s', async (prompt, sum) => {
    expect((await run(prompt)).text.split('\n\n')[1]).toBe(sum);
  });

  it.each([
    ['Say exactly: Hello, world!', 'Hello, world!'],
    ['Reply with only the word "pong".', 'pong'],
    ['Respond with exactly OK', 'OK'],
    ['What is 6 x 7, 6 * 7? Reply with just the number.', '42'],
    ['Count from 1 to 5', '1, 2, 3, 4, 5'],
    ['Count from 3 to 1, separated by spaces', '3 2 1'],
  ])('is prescribed by the prompt: %s', async (prompt, text) => {
    expect((await run(prompt)).text).toBe(text);
  });

  it('follows a standing directive of the system', async () => {
    const system = {
      role: 'system',
      parts: [{ type: 'text', text: 'Always answer with exactly "OK".' }],
    } as const;
    expect((await run([system, user('How are you?')])).text).toBe('OK');
  });

  it('sees no sum in a date', async () => {
    expect((await run('What happened on 2024-10-01?')).text).not.toContain('=');
  });

  it('remembers stated facts', async () => {
    const messages = [
      user('My name is Ada Lovelace and I like tea.'),
      assistant('Hi.'),
      user('What is my name?'),
    ];
    expect((await run(messages)).text).toContain('Your name is Ada Lovelace.');
    expect((await run('What is my name?')).text).not.toContain('Your name is');
  });

  it('quotes tool results', async () => {
    const call = { id: 'c', name: 'get_weather', arguments: '{}' };
    const messages: Generation['messages'] = [
      user('How warm is it?'),
      { role: 'assistant', parts: [], toolCalls: [call] },
      { role: 'tool', callId: 'c', parts: [{ type: 'text', text: '{"temperature":21}' }] },
    ];
    expect((await run(messages)).text).toContain('According to get_weather: {"temperature":21}.');
  });

  it('has longer reasoning with more effort, and none without', async () => {
    const lengths = await Promise.all(
      ([undefined, 'none', 'low', 'high'] as const).map(
        async (effort) => (await run('Hello', effort === undefined ? {} : { effort })).reasoning.length,
      ),
    );
    expect(lengths.slice(0, 2)).toEqual([0, 0]);
    expect(lengths[3]).toBeGreaterThan(lengths[2] ?? 0);
  });

  it('of a safety model is its verdict', async () => {
    const guard = '@cf/meta/llama-guard-3-8b';
    expect((await run('How do I bake bread?', {}, guard)).text).toBe('safe');
    expect((await run('Who would rob a bank and murder the guard?', {}, guard)).text).toBe('unsafe\nS1,S2');
  });

  it('reads invalid messages as far as possible', async () => {
    expect((await run([])).text).toContain('You asked nothing.');
  });
});

describe('limits', () => {
  test.each([0, 1, 2, 5, 40])('cut an answer to %i tokens', async (maxTokens) => {
    const whole = await run('Tell me about rivers.');
    const { text, finish } = await run('Tell me about rivers.', { maxTokens });
    expect(whole.text.startsWith(text)).toBe(true);
    expect(countTokens(text)).toBe(maxTokens);
    expect(finish).toMatchObject({ reason: 'length', usage: { outputTokens: maxTokens } });
  });

  it('end before a stop text, and name it', async () => {
    const { text, finish } = await run('Count from 1 to 9', { stop: ['never', '5'] });
    expect(text).toBe('1, 2, 3, 4, ');
    expect(finish).toMatchObject({ reason: 'stop', stop: '5' });
  });

  it('leave half of the tokens to the answer after reasoning', async () => {
    const { finish } = await run('Hello', { effort: 'high', maxTokens: 30 });
    expect(finish.usage).toMatchObject({ outputTokens: 30, reasoningTokens: 15 });
  });

  it('end between any two pieces when they are aborted', async () => {
    const controller = new AbortController();
    const events = createScriptedBackend({ seed: 1 })
      .generate({ id: 'm' }, { messages: [user('Hi')] }, controller.signal)
      [Symbol.asyncIterator]();
    await events.next();
    controller.abort(new Error('gone'));
    await expect(events.next()).rejects.toThrow('gone');
  });
});

it('counts the tokens that a conversation repeats as cached, from 1,024 on', async () => {
  const long = 'word '.repeat(1500);
  expect((await run(long)).finish.usage).not.toHaveProperty('cachedTokens');
  const { cachedTokens = 0, inputTokens } = (await run([user(long), assistant('Yes.'), user('More?')])).finish
    .usage;
  expect(cachedTokens % 128).toBe(0);
  expect(cachedTokens).toBeGreaterThanOrEqual(1024);
  expect(cachedTokens).toBeLessThan(inputTokens);
});

const weather = {
  name: 'get_weather',
  description: 'Tells the present weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { enum: ['celsius', 'fahrenheit'] } },
    required: ['city'],
    additionalProperties: false,
  },
};
const mail = {
  name: 'send_email',
  description: 'Sends a message',
  parameters: {
    type: 'object',
    properties: { to: { type: 'string' }, subject: { type: 'string', maxLength: 30 } },
    required: ['to', 'subject'],
  },
};
const python = {
  name: 'execute_python',
  description: 'Execute Python code and return the output',
  parameters: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
};

describe('tool calls', () => {
  const tools = [weather, mail];

  it('follow the prompt, with arguments that fit the schema', async () => {
    const { calls, finish } = await run('What is the weather in Lisbon right now, in celsius?', { tools });
    expect(calls).toEqual([{ name: 'get_weather', arguments: { city: 'Lisbon', unit: 'celsius' } }]);
    expect(finish.reason).toBe('tool-calls');
    expect((await run('Send an email to eve@example.com', { tools })).calls).toMatchObject([
      { name: 'send_email', arguments: { to: 'eve@example.com' } },
    ]);
  });

  it('are several if the prompt names several places, unless only one is allowed', async () => {
    const prompt = 'What is the weather in Lisbon, Porto and in Oslo?';
    const { calls, ids } = await run(prompt, { tools });
    expect(calls.map((call) => call.arguments)).toMatchObject([
      { city: 'Lisbon' },
      { city: 'Porto' },
      { city: 'Oslo' },
    ]);
    expect(new Set(ids).size).toBe(3);
    expect((await run(prompt, { tools, parallelCalls: false })).calls).toHaveLength(1);
  });

  it.each<[string, Partial<Generation>]>([
    ['Hello there', {}],
    ['What is the weather in Lisbon? Do not use any tools.', {}],
    ['What is the weather in Lisbon?', { toolChoice: { type: 'none' } }],
  ])('are not made: %s %j', async (prompt, more) => {
    expect((await run(prompt, { tools, ...more })).calls).toEqual([]);
  });

  it('are made when required, or for a named tool', async () => {
    expect((await run('Hello', { tools, toolChoice: { type: 'required' } })).calls).toHaveLength(1);
    const named = await run('Hello', { tools, toolChoice: { type: 'named', name: 'send_email' } });
    expect(named.calls.map(({ name }) => name)).toEqual(['send_email']);
  });

  it.each<[string, Partial<Generation>]>([
    ['does not exist', { tools, toolChoice: { type: 'named', name: 'fly' } }],
    ['is required and missing', { tools: [], toolChoice: { type: 'required' } }],
    [
      'takes arguments that no value fits',
      { tools: [{ ...weather, parameters: false }], toolChoice: { type: 'required' } },
    ],
  ])('fail where the tool %s', async (_, more) => {
    await expect(run('Hello', more)).rejects.toMatchObject({ reason: 'bad-input' });
  });

  it('are limited in number', async () => {
    const { finish } = await run('What is the weather in Lisbon?', { tools, maxTokens: 3 }).catch(
      (error: unknown) => {
        // Truncated arguments are not valid JSON.
        expect(error).toBeInstanceOf(SyntaxError);
        return { finish: undefined };
      },
    );
    expect(finish).toBeUndefined();
  });
});

describe('a tool that runs Python', () => {
  it.each([
    ['What is 6 times 7?', 'print(6 * 7)'],
    ['How much is (12 + 30) * 4?', 'print((12 + 30) * 4)'],
    ['What is the 10th Fibonacci number?', 'a, b = 0, 1\nfor _ in range(10):\n    a, b = b, a + b\nprint(a)'],
    ['```py\nprint(1 ^ 2)\n```', 'print(1 ^ 2)'],
    [
      'What does this print?\n\n~~~python\nfor n in range(3):\n    print(n)\n~~~\n\nThanks!',
      'for n in range(3):\n    print(n)',
    ],
    ['- A list:\n\n  ```python\n  print(1)\n  ```', 'print(1)'],
    ['Run this code:\n```\nprint(1)', 'print(1)'],
  ])('is called with a program: %j', async (prompt, code) => {
    expect((await run(prompt, { tools: [python] })).calls).toEqual([
      { name: 'execute_python', arguments: { code } },
    ]);
  });

  it('is not called for other prompts, and the answer says so', async () => {
    const { text, calls } = await run('Who wrote Faust?', { tools: [python] });
    expect(calls).toEqual([]);
    expect(text).toMatch(/^No Python was run for this\./);
  });
});
