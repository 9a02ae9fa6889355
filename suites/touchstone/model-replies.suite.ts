import type { ModelReplyInput } from '../../spec/model-reply.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  askChat,
  chat,
  getMessage,
  getText,
  inAccount,
  json,
  models,
  says,
  throughGateway,
  toChoice,
} from '../inference/asking.ts';
import { afterTheCall, toolName, weatherTool } from '../inference/tools.ts';
import { replying } from './replying.ts';

/** A text that only a reply has. */
const replyText = 'So says the reply.';

/** The text of a third-party model. */
const answerTo = async (t: TestContext, content: string) =>
  getText(await chat(t, { model: models.third, messages: says(content) }));

const list = async (t: TestContext) => (await t.call('touchstone.model-reply.list', {})).body;

type Messages = Parameters<typeof chat>[1]['messages'];

interface Matching {
  readonly title: string;
  readonly id: KnownRequirementId;
  /** Conditions on a request, in addition to the test's unique text. */
  readonly match: (mark: string) => NonNullable<ModelReplyInput['match']>;
  /** Requests that match, and requests that don't. */
  readonly meant: (mark: string) => readonly Request[];
  readonly others: (mark: string) => readonly Request[];
}

interface Request {
  readonly model?: string;
  readonly messages: Messages;
  readonly tools?: Parameters<typeof chat>[1]['tools'];
}

const afterTool = (mark: string): Messages => [{ role: 'user', content: mark }, ...afterTheCall(21).slice(1)];
const secondTurn = (mark: string): Messages => [
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hello to you.' },
  { role: 'user', content: mark },
];

const matching: readonly Matching[] = [
  {
    title: 'a model by its id and by a pattern',
    id: 'TS-REPLY-2',
    match: (mark) => ({ model: '@cf/qwen/*', text: mark }),
    meant: (mark) => [{ model: models.chat, messages: says(mark) }],
    others: (mark) => [
      { model: models.third, messages: says(mark) },
      { model: models.classic, messages: says(mark) },
    ],
  },
  {
    title: 'a text that is contained',
    id: 'TS-REPLY-3',
    match: (mark) => ({ text: { contains: mark } }),
    meant: (mark) => [{ messages: says(`And now: ${mark}!`) }, { messages: secondTurn(mark) }],
    others: (mark) => [
      { messages: says(mark.toUpperCase()) },
      { messages: [...secondTurn(mark), { role: 'user', content: 'Something else.' }] },
    ],
  },
  {
    title: 'a text that is equal',
    id: 'TS-REPLY-3',
    match: (mark) => ({ text: { equals: mark } }),
    meant: (mark) => [{ messages: says(mark) }],
    others: (mark) => [{ messages: says(`${mark}.`) }],
  },
  {
    title: 'a text by a pattern of RE2',
    id: 'TS-REPLY-3',
    match: (mark) => ({ text: { pattern: `^${mark} [0-9]+$`, flags: 'i' } }),
    meant: (mark) => [{ messages: says(`${mark.toUpperCase()} 42`) }],
    others: (mark) => [{ messages: says(`${mark} fourty-two`) }],
  },
  {
    title: 'a system text',
    id: 'TS-REPLY-4',
    match: (mark) => ({ system: mark }),
    meant: (mark) => [{ messages: [{ role: 'system', content: `Be brief. ${mark}` }, ...says('Hello.')] }],
    others: (mark) => [{ messages: says(mark) }],
  },
  {
    title: 'a turn',
    id: 'TS-REPLY-5',
    match: (mark) => ({ text: mark, turn: 1 }),
    meant: (mark) => [{ messages: secondTurn(mark) }],
    others: (mark) => [{ messages: says(mark) }],
  },
  {
    title: 'the result of a tool',
    id: 'TS-REPLY-6',
    match: (mark) => ({ text: mark, toolResult: { tool: toolName, text: '21' } }),
    meant: (mark) => [{ messages: afterTool(mark), tools: [weatherTool] }],
    others: (mark) => [{ messages: says(mark), tools: [weatherTool] }],
  },
  {
    title: 'a tool on offer',
    id: 'TS-REPLY-7',
    match: (mark) => ({ text: mark, tool: toolName }),
    meant: (mark) => [{ messages: says(mark), tools: [weatherTool] }],
    others: (mark) => [{ messages: says(mark) }],
  },
];

const matchingTests = matching.map(({ title, id, match: toMatch, meant, others }) =>
  test(id, `matches ${title}`, async (t) => {
    const mark = t.title();
    await replying(t, { match: toMatch(mark), reply: { text: replyText } });
    const ask = async (request: Request) => getText(await chat(t, { model: models.third, ...request }));
    for (const request of meant(mark))
      equal(await ask(request), replyText, 'the answer to a matching request');
    for (const request of others(mark)) {
      const text = toChoice(await chat(t, { model: models.third, ...request })).message.content;
      ok(text !== replyText, 'the reply answers a request that does not match');
    }
  }),
);

/** Which requests a model reply matches, what it says, and how often. */
export const modelRepliesSuite = defineSuite('touchstone/model-replies', [
  ...matchingTests,
  test(['TS-REPLY-1', 'TS-REPLY-25'], 'answers with its text and usage', async (t) => {
    const mark = t.title();
    const usage = { inputTokens: 1234, outputTokens: 56 };
    await replying(t, { match: { text: mark }, reply: { text: replyText, usage } });
    const answer = await chat(t, { model: models.third, messages: says(mark) });
    equal(getText(answer), replyText, 'the text');
    await t.check('TS-REPLY-25', () => {
      equal(answer.usage?.prompt_tokens, 1234, 'usage.prompt_tokens');
      equal(answer.usage?.completion_tokens, 56, 'usage.completion_tokens');
    });
  }),
  {
    title: 'precedes earlier replies, as often as it says',
    requirements: ['TS-REPLY-8', 'TS-REPLY-9'],
    run: async (t) => {
      const mark = t.title();
      await replying(t, { match: { text: mark }, reply: { text: 'Old.' } });
      await replying(t, { match: { text: mark }, times: 2, reply: { text: 'New.' } });
      const answers = [await answerTo(t, mark), await answerTo(t, mark), await answerTo(t, mark)];
      await t.check('TS-REPLY-8', () => equal(answers[0], 'New.', 'the first answer'));
      await t.check('TS-REPLY-9', () => equal(answers, ['New.', 'New.', 'Old.'], 'the answers'));
    },
  },
  test('TS-REPLY-10', 'makes the model call tools', async (t) => {
    const mark = t.title();
    const toolCalls = [{ name: toolName, id: 'call-mine', arguments: { city: 'Oslo' } }];
    await replying(t, { match: { text: mark }, reply: { toolCalls } });
    const answer = await chat(t, { model: models.third, messages: says(mark), tools: [weatherTool] });
    const { message, finish_reason: reason } = toChoice(answer);
    equal(reason, 'tool_calls', 'finish_reason');
    const [call] = message.tool_calls ?? [];
    equal(call?.id, 'call-mine', 'the id of the call');
    equal(call?.function.name, toolName, 'the name of the tool');
    equal(json(call?.function.arguments, 'arguments'), { city: 'Oslo' }, 'arguments');
  }),
  test('TS-REPLY-11', 'answers with JSON as text', async (t) => {
    const mark = t.title();
    await replying(t, { match: { text: mark }, reply: { json: { city: 'Oslo', at: [59.9, 10.7] } } });
    equal(json(await answerTo(t, mark), 'the text'), { city: 'Oslo', at: [59.9, 10.7] }, 'the JSON');
  }),
  test('TS-REPLY-12', 'fails a request with its status and message', async (t) => {
    const mark = t.title();
    const error = { reason: 'scripted' as const, status: 418, message: 'I am a teapot.' };
    await replying(t, { match: { text: mark }, reply: { error } });
    for (const model of [models.third, models.chat]) {
      const reply = await askChat(t, { model, messages: says(mark) });
      equal(reply.status, 418, `the status from ${model}`);
      match(getMessage(reply), /I am a teapot\./, `the message from ${model}`);
    }
  }),
  test('TS-REPLY-18', 'answers an embedding with its vectors', async (t) => {
    const mark = t.title();
    await replying(t, { match: { task: 'embed', text: mark }, reply: { vectors: [[0.6, 0.8]] } });
    const { body } = await t.call('inference.embeddings', {
      params: inAccount(t),
      headers: throughGateway,
      body: { model: models.vectors, input: [mark, 'Another text.'] },
    });
    const vectors = body.data.map(({ embedding }) => embedding);
    ok(vectors.length === 2, 'there is not one vector for each text');
    for (const vector of vectors) {
      const rounded = Array.isArray(vector) ? vector.map((number) => Math.round(number * 1e4) / 1e4) : vector;
      equal(rounded, [0.6, 0.8], 'a vector');
    }
  }),
  {
    title: 'is listed with the number of its uses, and stops answering once it is removed',
    requirements: ['TS-REPLY-19', 'TS-REPLY-20', 'TS-REPLY-21'],
    run: async (t) => {
      const mark = t.title();
      const first = await replying(t, { name: mark, match: { text: mark }, reply: { text: replyText } });
      const second = await replying(t, {
        name: mark,
        match: { text: mark },
        times: 3,
        reply: { text: 'New.' },
      });
      await answerTo(t, mark);
      await t.check('TS-REPLY-19', async () => {
        const mine = (await list(t)).filter(({ reply }) => reply?.name === mark);
        const seen = mine.map(({ id, used, left }) => ({ id, used, left }));
        const expected = [
          { id: second, used: 1, left: 2 },
          { id: first, used: 0, left: null },
        ];
        equal(seen, expected, 'the replies of this test');
      });
      const remove = () => t.ask('touchstone.model-reply.remove', { params: { reply_id: second } });
      t.expectSuccess(await remove(), 'taking a reply out');
      await t.check('TS-REPLY-20', async () => equal(await answerTo(t, mark), replyText, 'the text'));
      await t.check('TS-REPLY-21', async () => t.expectFailure(await remove(), { status: 404 }));
    },
  },
  {
    title: 'answers in the written order of its set, and nothing else',
    requirements: ['TS-REPLY-22'],
    // It removes the replies of other tests.
    exclusive: true,
    features: ['disposable'],
    run: async (t) => {
      const mark = t.title();
      await replying(t, { match: { text: mark }, reply: { text: 'Old.' } });
      const set = ['First.', 'Second.'].map((text) => ({
        match: { text: mark },
        times: 'once' as const,
        reply: { text },
      }));
      const { body } = await t.call('touchstone.model-reply.replace', { body: set });
      t.after(() => t.call('touchstone.model-reply.clear', {}));
      equal(
        (await list(t)).map(({ id }) => id),
        body.map(({ id }) => id),
        'the list',
      );
      equal([await answerTo(t, mark), await answerTo(t, mark)], ['First.', 'Second.'], 'the answers');
      ok((await answerTo(t, mark)) !== 'Old.', 'a replaced reply still answers');
    },
  },
  {
    title: 'shows the requests that it did not match',
    requirements: ['TS-REPLY-23'],
    exclusive: true,
    run: async (t) => {
      const mark = t.title();
      const unmatched = async () => (await t.call('touchstone.model-reply.unmatched', {})).body;
      const before = (await unmatched()).count;
      await replying(t, { match: { text: mark, turn: 7 }, reply: { text: replyText } });
      await answerTo(t, mark);
      const { count, newest } = await unmatched();
      ok(count > before, 'the request is not counted');
      const shown = newest.find(({ text }) => text === mark);
      equal([shown?.task, shown?.turn, shown?.format], ['generate', 0, 'text'], 'task, turn and format');
    },
  },
  test('TS-REPLY-24', 'is refused with a contradiction, at its place', async (t) => {
    const mark = t.title();
    const add = (reply: unknown) => t.ask('touchstone.model-reply.add', { body: reply });
    const faults: readonly (readonly [what: string, body: unknown, pointer: string])[] = [
      ['a member that does not exist', { name: mark, reply: { txt: 'a' } }, '/reply'],
      ['a negative wait', { name: mark, reply: { text: 'a', delayMs: -1 } }, '/reply/delayMs'],
      ['look-ahead', { name: mark, match: { text: { pattern: '(?=a)' } }, reply: {} }, '/match/text/pattern'],
    ];
    await t.refused({
      status: 400,
      good: async () => {
        const reply = await add({ name: mark, match: { text: mark }, reply: { text: replyText } });
        const { body } = reply;
        const id = typeof body === 'object' && body && 'id' in body ? String(body.id) : '';
        t.after(() => t.ask('touchstone.model-reply.remove', { params: { reply_id: id } }));
        return reply;
      },
      bad: faults.map(([what, body, pointer]) => ({ what, pointer, send: () => add(body) })),
      snapshot: async () => (await list(t)).filter(({ reply }) => reply?.name === mark).map(({ id }) => id),
    });
  }),
]);
