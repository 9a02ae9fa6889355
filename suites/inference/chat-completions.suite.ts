import type { KnownRequirementId } from '../../spec/requirements.ts';
import { chatCompletionSchema } from '../../spec/services/inference/formats/chat-completions/answer.ts';
import { equal, isObject, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { askChat, type ChatBody, chat, fits, getText, inAccount, models, says, toChoice } from './asking.ts';
import { readableChat } from './readable-answers.ts';

const { classic, third } = models;

/** Optional members of a request, each added to a plain question. */
const accepted: readonly (readonly [
  string,
  KnownRequirementId,
  Partial<ChatBody> & Record<string, unknown>,
])[] = [
  ['the roles system and user', 'INF-CHAT-4', { messages: [system('Be brief.'), ...says('Hello')] }],
  ['max_tokens', 'INF-CHAT-5', { max_tokens: 64 }],
  ['a temperature', 'INF-CHAT-6', { temperature: 0.2 }],
  ['an unknown member', 'INF-CHAT-36', { touchstone_unknown: true }],
  ['options with rejectIfBusy', 'INF-CHAT-37', { options: { rejectIfBusy: false } }],
  [
    'members with null',
    'INF-CHAT-43',
    { stop: null, temperature: null, max_tokens: null, stream: null, seed: null, stream_options: null },
  ],
];

/** The same for a third-party model. */
const acceptedByThird: typeof accepted = [
  [
    'the roles assistant, tool, developer and function',
    'INF-CHAT-21',
    {
      messages: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Add 2 and 3, then 4.' },
        { role: 'assistant', content: null, tool_calls: [addCall('call_1', '{"a":2,"b":3}')] },
        { role: 'tool', tool_call_id: 'call_1', content: '5' },
        { role: 'assistant', content: null, function_call: { name: 'add', arguments: '{"a":5,"b":4}' } },
        { role: 'function', name: 'add', content: '9' },
      ],
    },
  ],
  ...(['low', 'medium', 'high', null] as const).map(
    (reasoning_effort) =>
      [`the reasoning effort ${reasoning_effort}`, 'INF-CHAT-26', { reasoning_effort }] as const,
  ),
];

function system(content: string) {
  return { role: 'system' as const, content };
}

function addCall(id: string, args: string) {
  return { id, type: 'function' as const, function: { name: 'add', arguments: args } };
}

const acceptance =
  (model: string) =>
  ([what, id, members]: (typeof accepted)[number]) =>
    test(id, `accepts ${what}`, async (t) => {
      const reply = await askChat(t, { model, messages: says('Say hello.'), ...members });
      expectSuccess(reply, `a chat completion with ${what}`);
    });

/** Chat completions without streaming. */
export const chatCompletionsSuite = defineSuite('inference/chat-completions', [
  {
    title: 'completes a chat with a third-party model, without headers',
    requirements: ['INF-CHAT-1', 'INF-MODEL-1', 'INF-RUN-1', 'INF-RUN-3'],
    run: async (t) => {
      const body = { model: third, messages: says('Say hello.') };
      await t.call('inference.chat-completions', { params: inAccount(t), body });
    },
  },
  test(['INF-CHAT-2', 'INF-MODEL-2'], 'completes a chat with a hosted model', async (t) => {
    await chat(t, { model: classic, messages: says('Say hello.') });
  }),
  {
    title: 'answers in the chat-completions format',
    requirements: [
      'INF-CHAT-3',
      'INF-CHAT-11',
      'INF-CHAT-12',
      'INF-CHAT-13',
      'INF-CHAT-14',
      'INF-CHAT-15',
      'INF-CHAT-16',
      'INF-CHAT-44',
    ],
    run: async (t) => {
      const reply = await askChat(t, { model: classic, messages: says('Say hello.') });
      expectSuccess(reply, 'the chat completion');
      const body = object(reply.body, 'the answer');
      await t.check('INF-CHAT-3', () => fits(readableChat, body, 'the answer'));
      await t.check('INF-CHAT-11', () => {
        fits(chatCompletionSchema, body, 'the answer');
        const members = ['id', 'object', 'created', 'model', 'choices', 'usage'];
        equal(
          members.filter((name) => !(name in body)),
          [],
          'the missing members',
        );
        ok(Number(body['created']) < 1e11, `created is ${String(body['created'])}, expected seconds`);
      });
      await t.check('INF-CHAT-12', () => equal(body['object'], 'chat.completion', 'object'));
      await t.check('INF-CHAT-13', () => {
        const envelope = ['success', 'errors', 'messages', 'result'].filter((name) => name in body);
        equal(envelope, [], 'the members of an envelope');
      });
      await t.check('INF-CHAT-44', () => equal(body['model'], classic, 'model'));
      const [first] = Array.isArray(body['choices']) ? body['choices'] : [];
      const choice = isObject(first) ? first : {};
      await t.check('INF-CHAT-14', () =>
        equal(object(choice['message'], 'message')['role'], 'assistant', 'the role'),
      );
      await t.check('INF-CHAT-15', () => {
        const { prompt_tokens, completion_tokens, total_tokens } = fits(
          chatCompletionSchema.shape.usage,
          body['usage'],
          'usage',
        );
        ok(prompt_tokens > 0, `prompt_tokens is ${prompt_tokens}, expected more`);
        ok(completion_tokens > 0, `completion_tokens is ${completion_tokens}, expected more`);
        equal(total_tokens, prompt_tokens + completion_tokens, 'total_tokens');
      });
      await t.check('INF-CHAT-16', () => equal(choice['finish_reason'], 'stop', 'finish_reason'));
    },
  },
  ...(['max_tokens', 'max_completion_tokens'] as const).map(
    (member): Test<KnownRequirementId> => ({
      title: `writes at most as many tokens as ${member} allows`,
      requirements: member === 'max_tokens' ? ['INF-CHAT-47', 'INF-CHAT-17'] : ['INF-CHAT-23'],
      run: async (t) => {
        const messages = says('Tell me all about the history of Lisbon, in ten long paragraphs.');
        const short = await chat(t, { model: classic, messages, [member]: 5 });
        const tokens = short.usage.completion_tokens;
        ok(tokens <= 5, `the answer has ${tokens} tokens, expected at most 5`);
        const longer = await chat(t, { model: classic, messages, [member]: 60 });
        const more = longer.usage.completion_tokens;
        ok(more > 5 && more <= 60, `the longer answer has ${more} tokens, expected 6 to 60`);
        if (member === 'max_completion_tokens') return;
        await t.check('INF-CHAT-17', () => equal(toChoice(short).finish_reason, 'length', 'finish_reason'));
      },
    }),
  ),
  {
    title: 'answers with one JSON document for stream false, and with events for stream true',
    requirements: ['INF-CHAT-7', 'INF-CHAT-8'],
    run: async (t) => {
      const ask = (stream: boolean) => askChat(t, { model: classic, messages: says('Say hello.'), stream });
      await t.check('INF-CHAT-8', async () => {
        const whole = await ask(false);
        expectSuccess(whole, 'the chat completion');
        object(whole.body, 'the answer');
      });
      await t.check('INF-CHAT-7', async () => {
        const streamed = await ask(true);
        expectSuccess(streamed, 'the stream');
        match(streamed.text, /^data: ?\{/m, 'the stream');
      });
    },
  },
  ...accepted.map(acceptance(classic)),
  ...acceptedByThird.map(acceptance(third)),
  test('INF-CHAT-27', 'accepts chat_template_kwargs for a hosted model', async (t) => {
    const messages = says('Say hello.');
    const chat_template_kwargs = { enable_thinking: false };
    expectSuccess(await askChat(t, { model: models.chat, messages, chat_template_kwargs }), 'the chat');
  }),
  test('INF-CHAT-24', 'returns n choices, each with its index', async (t) => {
    const { choices } = await chat(t, { model: third, messages: says('Name a colour.'), n: 2 });
    equal(
      choices.map(({ index }) => index),
      [0, 1],
      'the indexes of the choices',
    );
    for (const { message } of choices) {
      ok((message.content ?? '') !== '', 'a choice says nothing');
    }
  }),
  ...(['5', ['5', 'never']] as const).map(
    (stop): Test<KnownRequirementId> => ({
      title: `ends before ${typeof stop === 'string' ? 'the stop text' : 'any of the stop texts'}`,
      requirements: ['INF-CHAT-25'],
      run: async (t) => {
        const messages = says('Count from 1 to 9 in digits, one after the other, separated by spaces.');
        const ask = (more: Partial<ChatBody>) =>
          chat(t, { model: classic, messages, temperature: 0, ...more });
        match(getText(await ask({})), /5/, 'the answer without stop');
        const stopped = await ask({ stop: typeof stop === 'string' ? stop : [...stop] });
        ok(!getText(stopped).includes('5'), `the answer is ${getText(stopped)}, expected no 5 in it`);
        equal(toChoice(stopped).finish_reason, 'stop', 'finish_reason');
      },
    }),
  ),
  {
    title: 'refuses a member of the wrong type, and accepts one of the right type',
    requirements: ['INF-CHAT-6'],
    atMost: 'should',
    run: async (t) => {
      const ask = (temperature: unknown) =>
        askChat(t, { model: classic, messages: says('Hello'), temperature });
      await t.refused({
        shape: 'own',
        good: () => ask(1),
        bad: [
          { what: 'with a temperature that is text', send: () => ask('warm') },
          { what: 'with a temperature below 0', send: () => ask(-1) },
        ],
        snapshot: async () => null,
      });
    },
  },
]);
