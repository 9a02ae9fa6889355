import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Generation, Message, Tool } from '../../backend.ts';
import { assistant, run, user } from '../testing/run-generation.ts';
import { satisfiableSchema } from '../testing/schema-arbitrary.ts';
import { countTokens } from '../tokens.ts';

const weather: Tool = {
  name: 'get_weather',
  description: 'Get the current weather for a location',
  parameters: {
    type: 'object',
    properties: {
      location: { type: 'string', description: 'City, e.g. Paris' },
      unit: { type: 'string', enum: ['celsius', 'fahrenheit'] },
    },
    required: ['location'],
    additionalProperties: false,
  },
};
const time: Tool = {
  name: 'getTime',
  description: 'Current time in a timezone',
  parameters: { type: 'object', properties: { timezone: { type: 'string' } }, required: ['timezone'] },
};
const calculator: Tool = {
  name: 'calculator',
  description: 'Evaluate a math expression',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
};
const add: Tool = {
  name: 'add',
  description: 'Add two numbers',
  parameters: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
};
const email: Tool = {
  name: 'send_email',
  description: 'Send an email to someone',
  parameters: {
    type: 'object',
    properties: {
      to: { type: 'string', format: 'email' },
      subject: { type: 'string' },
      body: { type: 'string' },
    },
    required: ['to', 'subject', 'body'],
  },
};
const search: Tool = {
  name: 'search',
  description: 'Search the web',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};
const all = [weather, time, calculator, email, search];

async function callsOf(prompt: string, tools: readonly Tool[] = all): Promise<[string, unknown][]> {
  const { calls } = await run({ messages: [user(prompt)], tools });
  return calls.map((call) => [call.name, JSON.parse(call.arguments)]);
}

describe('a tool', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ["What's the weather in Paris?", 'get_weather', { location: 'Paris' }],
    [
      'What is the weather like in New York today, in celsius?',
      'get_weather',
      { location: 'New York', unit: 'celsius' },
    ],
    ['weather in berlin, fahrenheit please', 'get_weather', { location: 'berlin', unit: 'fahrenheit' }],
    ['Will it rain in Rio de Janeiro?', 'get_weather', { location: 'Rio de Janeiro' }],
    ['What time is it in Tokyo?', 'getTime', { timezone: 'Tokyo' }],
    ['What is 2 + 3?', 'calculator', { expression: '2 + 3' }],
    ['Compute 12 * (3 + 4)', 'calculator', { expression: '12 * (3 + 4)' }],
    [
      'Send an email to bob@example.com with subject "Hi" saying see you soon',
      'send_email',
      { to: 'bob@example.com', subject: 'Hi', body: 'see you soon' },
    ],
    ['Search the web for cats in hats', 'search', { query: 'cats in hats' }],
  ])('is called for %j', async (prompt, name, wanted) => {
    const [call, ...others] = await callsOf(prompt);
    expect(call?.[0]).toBe(name);
    expect(call?.[1]).toMatchObject(wanted);
    expect(others).toEqual([]);
  });

  it('has each of two numbers once', async () => {
    expect(await callsOf('Add 2 and 3', [add])).toEqual([['add', { a: 2, b: 3 }]]);
  });

  it.each([
    'Hello, how are you?',
    'Tell me a joke',
    'Write a poem about the sea',
    'What is the capital of France?',
    'Tell me about the weather without using tools',
    '',
  ])('is not called for %j', async (prompt) => {
    const { calls, finish, text } = await run({ messages: [user(prompt)], tools: all });
    expect([calls, finish.reason]).toEqual([[], 'stop']);
    expect(text).toBe((await run(prompt)).text);
  });

  it('is called beside another when both are asked for', async () => {
    const calls = await callsOf('What time is it in Tokyo and what is the weather there?');
    expect(calls.map(([name]) => name)).toEqual(['get_weather', 'getTime']);
    expect(
      new Set(
        (
          await run({
            messages: [user('What time is it in Tokyo and what is the weather there?')],
            tools: all,
          })
        ).calls.map(({ id }) => id),
      ).size,
    ).toBe(2);
  });

  it('is called once for each of several places', async () => {
    const calls = await callsOf('Compare the weather in Paris, Rome and London');
    expect(calls.map(([, value]) => Reflect.get(Object(value), 'location'))).toEqual([
      'Paris',
      'Rome',
      'London',
    ]);
  });

  it('is told what is searched for, dots and all', async () => {
    const { calls } = await run({
      messages: [user('Search the web for Bun 1.4 release notes')],
      tools: [search],
    });
    expect(JSON.parse(calls[0]?.arguments ?? '')).toEqual({ query: 'Bun 1.4 release notes' });
  });

  it('is told what a meeting is called, and who comes', async () => {
    const meeting: Tool = {
      name: 'create_meeting',
      parameters: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          date: { type: 'string', format: 'date' },
          attendees: { type: 'array', items: { type: 'string' } },
        },
        required: ['title', 'date', 'attendees'],
      },
    };
    const prompt = 'Create a meeting called Standup on 2026-12-01 with Ann and Bob';
    const { calls } = await run({ messages: [user(prompt)], tools: [meeting] });
    expect(JSON.parse(calls[0]?.arguments ?? '')).toEqual({
      title: 'Standup',
      date: '2026-12-01',
      attendees: ['Ann', 'Bob'],
    });
  });

  it('is called once for each of several sums', async () => {
    const prompt = 'First, what is 2 + 3? Second, what is 10 plus 20.5? You MUST use the tool that adds.';
    const { calls } = await run({ messages: [user(prompt)], tools: [add] });
    expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([
      { a: 2, b: 3 },
      { a: 10, b: 20.5 },
    ]);
  });

  it('is called once where one answer may not make several calls', async () => {
    const messages = [user('Compare the weather in Paris, Rome and London')];
    const { calls } = await run({ messages, tools: all, parallelCalls: false });
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Generation['toolChoice'], string, string[]]>([
    ['none', { type: 'none' }, "What's the weather in Paris?", []],
    ['auto', { type: 'auto' }, "What's the weather in Paris?", ['get_weather']],
    ['required', { type: 'required' }, "What's the weather in Paris?", ['get_weather']],
    ['required, without a need', { type: 'required' }, 'hi', ['get_weather']],
    ['named', { type: 'named', name: 'search' }, "What's the weather in Paris?", ['search']],
  ])('is called as the choice says: %s', async (_name, toolChoice, prompt, expected) => {
    const { calls, finish } = await run({
      messages: [user(prompt)],
      tools: all,
      ...(toolChoice === undefined ? {} : { toolChoice }),
    });
    expect(calls.map(({ name }) => name)).toEqual(expected);
    expect(finish.reason).toBe(expected.length === 0 ? 'stop' : 'tool-calls');
  });

  it.each<[string, Generation]>([
    [
      'a named one that is not there',
      { messages: [user('hi')], tools: [search], toolChoice: { type: 'named', name: 'find' } },
    ],
    ['one of none', { messages: [user('hi')], toolChoice: { type: 'required' } }],
  ])('is refused: %s', async (_name, request) => {
    await expect(run(request)).rejects.toMatchObject({ code: 'model-bad-input' });
  });

  const asked: Message[] = [
    user("What's the weather in Paris?"),
    {
      role: 'assistant',
      parts: [],
      toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: '{"location":"Paris"}' }],
    },
  ];
  it.each([
    ['{"temperature":21,"sky":"clear"}', 'According to get_weather: temperature 21, sky clear.'],
    ['It is sunny.', 'According to get_weather: It is sunny.'],
    ['[{"day":"Mon","high":20},{"day":"Tue","high":22}]', 'day Mon, high 20, day Tue, high 22'],
    ['', 'According to get_weather: —.'],
  ])('has its result %j told', async (result, expected) => {
    const messages: Message[] = [
      ...asked,
      { role: 'tool', callId: 'call_1', parts: [{ type: 'text', text: result }] },
    ];
    const { text, calls } = await run({ messages, tools: all });
    expect(calls).toEqual([]);
    expect(text).toContain(expected);
    expect(text).toContain("What's the weather in Paris?");
  });

  it('is called again when it is asked for again', async () => {
    const messages: Message[] = [
      ...asked,
      { role: 'tool', callId: 'call_1', parts: [{ type: 'text', text: '21' }] },
      assistant('It is 21.'),
      user('And the weather in Rome?'),
    ];
    const { calls } = await run({ messages, tools: all });
    expect(calls.map((call) => JSON.parse(call.arguments).location)).toEqual(['Rome']);
  });

  it('has its result put into the JSON that was asked for', async () => {
    const messages: Message[] = [
      ...asked,
      {
        role: 'tool',
        callId: 'call_1',
        parts: [{ type: 'text', text: '{"temperature":21.5,"sky":"clear"}' }],
      },
    ];
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, temperature: { type: 'number' }, sky: { type: 'string' } },
      required: ['city', 'temperature', 'sky'],
    };
    const { text } = await run({ messages, tools: all, format: { type: 'json-schema', schema } });
    expect(JSON.parse(text)).toEqual({ city: 'Paris', temperature: 21.5, sky: 'clear' });
  });

  it('without parameters is called with none', async () => {
    expect(await callsOf('Please list my reminders', [{ name: 'list_reminders' }])).toEqual([
      ['list_reminders', {}],
    ]);
  });

  it('costs its name and arguments, exactly as many tokens as are allowed', async () => {
    const request: Generation = { messages: [user("What's the weather in Paris?")], tools: all };
    const whole = await run(request);
    const [call] = whole.calls;
    expect(whole.finish.usage.outputTokens).toBe(
      countTokens('get_weather') + countTokens(call?.arguments ?? ''),
    );
    for (let maxTokens = 0; maxTokens < whole.finish.usage.outputTokens; maxTokens++) {
      const { calls, finish } = await run({ ...request, maxTokens });
      expect([finish.reason, finish.usage.outputTokens]).toEqual(['length', maxTokens]);
      expect(call?.arguments.startsWith(calls[0]?.arguments ?? '')).toBe(true);
    }
  });

  it('has arguments that its parameters allow, whatever they are', async () => {
    const ajv = new Ajv2020({ strict: false, logger: false, formats: {}, validateFormats: false });
    await fc.assert(
      fc.asyncProperty(satisfiableSchema, fc.lorem(), async (parameters, prompt) => {
        const { calls } = await run({
          messages: [user(prompt)],
          tools: [{ name: 'do_it', parameters }],
          toolChoice: { type: 'required' },
        });
        ajv.removeSchema();
        expect(ajv.validate(parameters, JSON.parse(calls[0]?.arguments ?? ''))).toBe(true);
      }),
    );
    // The other validator compiles each of them.
  }, 30_000);
});
