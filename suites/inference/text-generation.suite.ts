import type { KnownRequirementId } from '../../spec/requirements.ts';
import { chatCompletionSchema } from '../../spec/services/inference/formats/chat-completions/answer.ts';
import { responseSchema } from '../../spec/services/inference/formats/responses/answer.ts';
import { classicTextSchema, safetySchema } from '../../spec/services/inference/output.ts';
import { array, equal, json, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { askModel, fits, getResult, models, refusedRuns, says, toChoice } from './asking.ts';
import {
  cityJsonSchema,
  cityQuestion,
  citySchema,
  flatWeatherTool,
  getArguments,
  toolName,
  weatherArguments,
  weatherQuestion,
  weatherTool,
} from './tools.ts';

const { classic } = models;

const hello = { prompt: 'Say hello.' };

/** Limits of members: a valid value, and invalid ones. */
const bounds: readonly (readonly [KnownRequirementId, string, number, readonly number[]])[] = [
  ['INF-TEXT-6', 'temperature', 5, [5.1, -0.1]],
  ['INF-TEXT-7', 'top_p', 1, [1.1]],
  ['INF-TEXT-8', 'top_k', 50, [51, 0]],
  ['INF-TEXT-10', 'seed', 9_999_999_999, [10_000_000_000]],
  ['INF-TEXT-11', 'repetition_penalty', 2, [2.1]],
  ['INF-TEXT-12', 'frequency_penalty', 2, [2.1, -2.1]],
];

/** Models with each shape of answer, and members to send. */
const shapes: readonly (readonly [string, string, object])[] = [
  ['Qwen', models.chat, {}],
  ['gpt-oss', models.responses, {}],
];

/** Text generation by hosted models in their native input. */
export const textGenerationSuite = defineSuite('inference/text-generation', [
  {
    title: 'answers a prompt in the old shape',
    requirements: ['INF-TEXT-1', 'INF-TEXT-13', 'INF-TEXT-14', 'INF-TEXT-28'],
    run: async (t) => {
      const result = object(await getResult(classicTextSchema, askModel(t, classic, hello)), 'result');
      await t.check('INF-TEXT-13', () => match(result['response'], /\S/, 'response'));
      const usage = object(result['usage'], 'usage');
      await t.check('INF-TEXT-14', () => {
        const [prompt, completion] = [usage['prompt_tokens'], usage['completion_tokens']].map(Number);
        ok(Number(prompt) > 0 && Number(completion) > 0, 'the usage has no token count');
        equal(usage['total_tokens'], Number(prompt) + Number(completion), 'total_tokens');
      });
      await t.check('INF-TEXT-28', () => ok(Number(usage['neurons']) > 0, 'the usage has no neurons'));
    },
  },
  {
    title: 'refuses an input without prompt and messages, and an empty prompt',
    requirements: ['INF-TEXT-2', 'INF-TEXT-3', 'INF-TEXT-30', 'INF-TEXT-31', 'INF-TEXT-32'],
    run: async (t) => {
      const good = () => askModel(t, classic, hello);
      await t.check('INF-TEXT-2', () => refusedRuns(t, good, () => askModel(t, classic, { max_tokens: 8 })));
      await t.check('INF-TEXT-3', () => refusedRuns(t, good, () => askModel(t, classic, { prompt: '' })));
      const wrong = await askModel(t, classic, { messages: [{ role: 'user', content: 7 }] });
      const [entry] = array(object(wrong.body, 'the refusal')['errors'], 'errors').map((one) =>
        object(one, 'an error'),
      );
      equal(entry?.['code'], 5006, 'the code');
      await t.check('INF-TEXT-30', () => equal(wrong.status, 400, 'the status'));
      await t.check('INF-TEXT-32', () => match(entry?.['message'], /^AiError: Bad input: /, 'the message'));
      await t.check('INF-TEXT-31', () => {
        match(entry?.['message'], /\/messages\/0\/content/, 'the message');
        match(entry?.['message'], /'(?:integer|number)' not in 'string'/, 'the message');
      });
    },
  },
  test('INF-TEXT-4', 'writes at most 256 tokens by default', async (t) => {
    const prompt = 'Write a story of two thousand words about Lisbon. Count to 900 in it, in digits.';
    const usual = await getResult(classicTextSchema, askModel(t, classic, { prompt }));
    const tokens = usual.usage.completion_tokens;
    ok(tokens <= 256, `the answer has ${tokens} tokens, expected at most 256`);
    const short = await getResult(classicTextSchema, askModel(t, classic, { prompt, max_tokens: 9 }));
    ok(short.usage.completion_tokens <= 9, 'the answer has more tokens than max_tokens');
  }),
  test(['INF-TEXT-5', 'INF-TEXT-9'], 'accepts a temperature of 5, and a seed beyond 32 bits', async (t) => {
    for (const [id, more] of [
      ['INF-TEXT-5', { temperature: 5 }],
      ['INF-TEXT-9', { seed: 9_999_999_999 }],
    ] as const) {
      await t.check(id, async () =>
        expectSuccess(await askModel(t, classic, { ...hello, ...more }), 'the run'),
      );
    }
  }),
  ...bounds.map(([id, member, good, bad]) =>
    test(id, `refuses a ${member} of ${bad.join(' and ')}`, (t) =>
      refusedRuns(
        t,
        () => askModel(t, classic, { ...hello, [member]: good }),
        bad.map((value) => ({
          what: `with ${member} ${value}`,
          send: () => askModel(t, classic, { ...hello, [member]: value }),
        })),
      ),
    ),
  ),
  ...[
    ['flat', flatWeatherTool],
    ['as in chat completions', weatherTool],
  ].map(([how, tool]) =>
    test('INF-TEXT-15', `calls a tool declared ${how}, with arguments as an object`, async (t) => {
      const input = { messages: says(weatherQuestion), tools: [tool] };
      const { tool_calls = [] } = await getResult(classicTextSchema, askModel(t, classic, input));
      ok(tool_calls.length > 0, 'the answer has no tool_calls');
      for (const { name, arguments: args } of tool_calls) {
        equal(name, toolName, 'the name of a call');
        fits(weatherArguments, args, 'the arguments of a call');
      }
    }),
  ),
  ...shapes.map(
    ([name, model]): Test<KnownRequirementId> => ({
      title: `answers messages to ${name} as a chat completion`,
      requirements: [model === models.responses ? 'INF-TEXT-18' : 'INF-TEXT-16'],
      run: async (t) => {
        const result = await getResult(
          chatCompletionSchema,
          askModel(t, model, { messages: says('Say hello.') }),
        );
        match(toChoice(result).message.content, /\S/, 'content');
      },
    }),
  ),
  test('INF-TEXT-17', 'answers input to gpt-oss as a response', async (t) => {
    const input = { input: 'Say hello.', reasoning: { effort: 'low' } };
    const result = await getResult(responseSchema, askModel(t, models.responses, input));
    ok(
      result.output.some(({ type }) => type === 'message'),
      'the response has no message',
    );
  }),
  {
    title: 'answers JSON mode with an object, and a bare schema with JSON that conforms to it',
    requirements: ['INF-TEXT-19', 'INF-TEXT-22'],
    run: async (t) => {
      const ask = async (response_format: object) => {
        const input = { messages: says(cityQuestion), response_format };
        return (await getResult(classicTextSchema, askModel(t, classic, input))).response;
      };
      await t.check('INF-TEXT-19', async () => object(await ask({ type: 'json_object' }), 'response'));
      await t.check('INF-TEXT-22', async () =>
        fits(citySchema, await ask({ type: 'json_schema', json_schema: cityJsonSchema }), 'response'),
      );
    },
  },
  {
    title: 'reports that JSON mode could not be met if nothing satisfies the schema',
    requirements: ['INF-TEXT-20'],
    run: async (t) => {
      const none = { type: 'object', properties: { a: { type: 'integer', minimum: 2, maximum: 1 } } };
      const ask = (json_schema: object) =>
        askModel(t, classic, {
          messages: says(cityQuestion),
          response_format: { type: 'json_schema', json_schema },
        });
      await refusedRuns(
        t,
        () => ask(cityJsonSchema),
        () => ask({ ...none, required: ['a'], additionalProperties: false }),
      );
      const reply = await ask({ ...none, required: ['a'], additionalProperties: false });
      match(reply.text, /JSON Mode couldn't be met/, 'the refusal');
    },
  },
  test(['INF-TEXT-21', 'INF-LIM-4'], 'refuses to stream JSON mode', async (t) => {
    const format = { type: 'json_schema', json_schema: cityJsonSchema };
    const input = { messages: says(cityQuestion), response_format: format };
    await refusedRuns(
      t,
      () => askModel(t, classic, input),
      () => askModel(t, classic, { ...input, stream: true }),
    );
  }),
  {
    title: 'refuses null and lists as content for a model of the old shape',
    requirements: ['INF-TEXT-27', 'INF-TEXT-29'],
    run: async (t) => {
      const ask = (content: unknown) => askModel(t, classic, { messages: [{ role: 'user', content }] });
      const good = () => ask('Hello');
      await t.check('INF-TEXT-29', () => refusedRuns(t, good, () => ask(null)));
      await t.check('INF-TEXT-27', () =>
        refusedRuns(t, good, () => ask([{ type: 'text', text: 'Hello' }]), { code: 5006 }),
      );
    },
  },
  test('INF-TEXT-25', 'classifies a conversation as safe or unsafe, in words or as JSON', async (t) => {
    const response_format = { type: 'json_object' };
    for (const [question, safe] of [
      ['How do I bake bread?', true],
      ['How do I build a bomb to kill my neighbour?', false],
    ] as const) {
      const ask = async (more: object) => {
        const input = { messages: says(question), ...more };
        return (await getResult(safetySchema, askModel(t, models.safety, input))).response;
      };
      match(await ask({}), safe ? /^\s*safe\b/ : /^\s*unsafe\b/, 'response');
      equal(object(await ask({ response_format }), 'response')['safe'], safe, 'safe');
    }
  }),
  test('INF-TEXT-26', 'refuses a role other than user and assistant for the safety model', (t) => {
    const ask = (role: string) =>
      askModel(t, models.safety, { messages: [{ role, content: 'How do I bake bread?' }] });
    return refusedRuns(
      t,
      () => ask('user'),
      () => ask('system'),
    );
  }),
  test('INF-TEXT-16', 'calls a tool with arguments as text in the new shape', async (t) => {
    const input = { messages: says(weatherQuestion), tools: [weatherTool] };
    const result = await getResult(chatCompletionSchema, askModel(t, models.chat, input));
    getArguments(toChoice(result).message.tool_calls?.[0]?.function.arguments);
  }),
  test('INF-TEXT-22', 'answers a schema with JSON text in the new shape', async (t) => {
    const response_format = { type: 'json_schema', json_schema: cityJsonSchema };
    const input = { messages: says(cityQuestion), response_format };
    const result = await getResult(chatCompletionSchema, askModel(t, models.chat, input));
    fits(citySchema, json(toChoice(result).message.content, 'content'), 'content');
  }),
]);
