import { equal, json, match, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  askChat,
  type ChatBody,
  chat,
  fits,
  getText,
  models,
  refusedRuns,
  says,
  toChoice,
} from './asking.ts';
import {
  afterTheCall,
  cityJsonSchema,
  cityQuestion,
  citySchema,
  getArguments,
  toolName,
  weatherQuestion,
  weatherTool,
} from './tools.ts';

const { third } = models;

const withTool = (more: Partial<ChatBody> = {}, model: string = third): ChatBody => ({
  model,
  messages: says(weatherQuestion),
  tools: [weatherTool],
  ...more,
});

const named = { type: 'function' as const, function: { name: toolName } };

/** Tools of chat completions, without streaming. */
export const chatToolsSuite = defineSuite('inference/chat-tools', [
  test(['INF-CHAT-18', 'INF-CHAT-19', 'INF-CHAT-20'], 'calls a tool that answers the question', async (t) => {
    const choice = toChoice(await chat(t, withTool()));
    const calls = choice.message.tool_calls ?? [];
    await t.check('INF-CHAT-18', () => equal(choice.finish_reason, 'tool_calls', 'finish_reason'));
    await t.check('INF-CHAT-19', () => {
      ok(calls.length > 0, 'the answer has no tool_calls');
      for (const call of calls) {
        match(call.id, /./, 'the id of a call');
        equal(call.type, 'function', 'the type of a call');
        equal(call.function.name, toolName, 'the name of a call');
        json(call.function.arguments, 'the arguments of a call');
      }
    });
    await t.check('INF-CHAT-20', () => {
      ok(calls.length > 0, 'the answer has no tool_calls');
      for (const call of calls) match(getArguments(call.function.arguments).city, /Lisbo/i, 'the city');
    });
  }),
  test('INF-CHAT-18', 'calls a tool with a hosted model too', async (t) => {
    const { finish_reason, message } = toChoice(await chat(t, withTool({}, models.chat)));
    equal(finish_reason, 'tool_calls', 'finish_reason');
    getArguments(message.tool_calls?.[0]?.function.arguments);
  }),
  test('INF-CHAT-22', 'uses the result of a tool', async (t) => {
    for (const celsius of [23, 37]) {
      const completion = await chat(t, withTool({ messages: afterTheCall(celsius) }));
      match(getText(completion), new RegExp(`\\b${celsius}\\b`), 'the answer');
    }
  }),
  test('INF-CHAT-28', 'calls no tool if tool_choice is none', async (t) => {
    const { finish_reason, message } = toChoice(await chat(t, withTool({ tool_choice: 'none' })));
    equal(message.tool_calls ?? [], [], 'tool_calls');
    equal(finish_reason, 'stop', 'finish_reason');
  }),
  test('INF-CHAT-29', 'calls the function named by tool_choice, whatever the question', async (t) => {
    const other = {
      type: 'function' as const,
      function: { name: 'send_mail', parameters: { type: 'object', properties: {} } },
    };
    const body = { messages: says('Hello!'), tools: [other, weatherTool], tool_choice: named };
    const calls = toChoice(await chat(t, withTool(body))).message.tool_calls ?? [];
    ok(calls.length > 0, 'the answer has no tool_calls');
    for (const call of calls) equal(call.function.name, toolName, 'the name of a call');
  }),
  test('INF-CHAT-30', 'accepts a tool_choice of allowed tools', async (t) => {
    const tool_choice = {
      type: 'allowed_tools' as const,
      allowed_tools: { mode: 'auto' as const, tools: [named] },
    };
    expectSuccess(await askChat(t, withTool({ tool_choice })), 'a chat with allowed tools');
  }),
  test('INF-CHAT-31', 'refuses the tool_choice any', (t) =>
    refusedRuns(
      t,
      () => askChat(t, withTool({ tool_choice: 'auto' })),
      () => askChat(t, { ...withTool(), tool_choice: 'any' }),
    ),
  ),
  test('INF-CHAT-32', 'answers with JSON if response_format is json_object', async (t) => {
    const messages = says(cityQuestion);
    const completion = await chat(t, {
      model: third,
      messages,
      response_format: { type: 'json_object' },
    });
    const value = json(getText(completion), 'the answer');
    ok(typeof value === 'object' && value !== null, 'the answer is not an object');
  }),
  test('INF-CHAT-33', 'answers with JSON that conforms to the schema of response_format', async (t) => {
    const json_schema = { name: 'city', strict: true, schema: cityJsonSchema };
    const response_format = { type: 'json_schema' as const, json_schema };
    const completion = await chat(t, { model: third, messages: says(cityQuestion), response_format });
    fits(citySchema, json(getText(completion), 'the answer'), 'the answer');
  }),
  test('INF-CHAT-34', 'refuses a schema without a name for a third-party model', async (t) => {
    const ask = (json_schema: Record<string, unknown>) =>
      askChat(t, {
        model: third,
        messages: says(cityQuestion),
        response_format: { type: 'json_schema', json_schema },
      });
    await refusedRuns(t, () => ask({ name: 'city', schema: cityJsonSchema }), [
      { what: 'with a bare schema', send: () => ask(cityJsonSchema) },
      { what: 'with a schema without a name', send: () => ask({ schema: cityJsonSchema }) },
    ]);
  }),
  test('INF-CHAT-35', 'accepts a bare schema for a hosted model', async (t) => {
    const response_format = { type: 'json_schema' as const, json_schema: cityJsonSchema };
    const messages = says(cityQuestion);
    const completion = await chat(t, { model: models.classic, messages, response_format });
    fits(citySchema, json(getText(completion), 'the answer'), 'the answer');
  }),
]);
