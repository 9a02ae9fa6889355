import { z } from 'zod';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { chatCompletionSchema } from '../../spec/services/inference/formats/chat-completions/answer.ts';
import { messageSchema } from '../../spec/services/inference/formats/messages/answer.ts';
import { classicTextSchema, linkedPictureSchema } from '../../spec/services/inference/output.ts';
import { array, equal, isObject, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  askRun,
  chat,
  fits,
  getEntries,
  getResult,
  getText,
  hasCode,
  inAccount,
  models,
  refusedRuns,
  says,
  throughGateway,
  toChoice,
} from './asking.ts';

const { classic, third, picture } = models;

const hello = { messages: says('Say hello.') };
const hosted = { model: classic, input: hello };

/** The answer of a third-party run: Cloudflare OpenAPI document. */
const completed = <Output extends z.ZodType>(output: Output) =>
  z.object({ state: z.literal('Completed'), result: output });

/** Valid options. */
const options: readonly (readonly [KnownRequirementId, string, object])[] = [
  ['INF-RUN-14', 'extraHeaders', { extraHeaders: { 'x-touchstone': 'yes' } }],
  ['INF-RUN-15', 'gateway', { gateway: { id: 'default', cacheTtl: 60, skipCache: true } }],
  ['INF-RUN-16', 'rejectIfBusy', { rejectIfBusy: true }],
];

/** Runs of models named by the body. */
export const runSuite = defineSuite('inference/run', [
  {
    title: 'runs hosted and third-party models alike',
    requirements: [
      'INF-RUN-2',
      'INF-RUN-3',
      'INF-RUN-8',
      'INF-RUN-10',
      'INF-RUN-26',
      'INF-RUN-19',
      'INF-RUN-20',
      'INF-MODEL-1',
      'INF-MODEL-2',
    ],
    run: async (t) => {
      const own = await t.call('inference.run', {
        params: inAccount(t),
        headers: throughGateway,
        body: hosted,
      });
      await t.check('INF-RUN-26', () => fits(classicTextSchema, own.body.result, 'result'));
      const input = { model: third, input: hello };
      const other = await t.call('inference.run', { params: inAccount(t), body: input });
      const result = isObject(other.body.result) ? other.body.result : {};
      await t.check('INF-RUN-19', () => equal(result['state'], 'Completed', 'result.state'));
      await t.check('INF-RUN-20', () => {
        const completion = fits(chatCompletionSchema, result['result'], 'result.result');
        match(toChoice(completion).message.content, /\S/, 'content');
      });
    },
  },
  test('INF-RUN-11', 'accepts max_tokens in the input of a chat model', async (t) =>
    expectSuccess(
      await askRun(t, { model: classic, input: { ...hello, max_tokens: 64 } }),
      'a run with max_tokens',
    ),
  ),
  test('INF-RUN-33', 'writes at most max_tokens tokens', async (t) => {
    const messages = says('Tell me all about the history of Lisbon, in ten long paragraphs.');
    const ask = (max_tokens: number) =>
      getResult(classicTextSchema, askRun(t, { model: classic, input: { messages, max_tokens } }));
    const tokens = (await ask(5)).usage.completion_tokens;
    ok(tokens > 0 && tokens <= 5, `the answer has ${tokens} tokens, expected 1 to 5`);
    ok((await ask(60)).usage.completion_tokens > 5, 'a higher max_tokens yields no more tokens');
  }),
  {
    title: 'accepts prompt and aspect_ratio in the input of an image model',
    requirements: ['INF-RUN-12', 'INF-RUN-13'],
    run: async (t) => {
      const prompt = 'A red bicycle in the rain';
      await t.check('INF-RUN-12', async () =>
        expectSuccess(await askRun(t, { model: picture, input: { prompt } }), 'the run'),
      );
      await t.check('INF-RUN-13', async () =>
        expectSuccess(
          await askRun(t, { model: picture, input: { prompt, aspect_ratio: '16:9' } }),
          'the run with an aspect_ratio',
        ),
      );
    },
  },
  {
    title: 'links the image of google/nano-banana by an https URL, or by http on a local target',
    requirements: ['INF-RUN-18'],
    run: async (t) => {
      const run = askRun(t, { model: picture, input: { prompt: 'A lighthouse' } });
      const { result } = await getResult(completed(linkedPictureSchema), run);
      // A local target has no certificate that clients would trust.
      match(
        result.image,
        /^https:\/\/|^http:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])[:/]/,
        'result.result.image',
      );
    },
  },
  test('INF-RUN-25', 'answers a run of an Anthropic model with a message and gatewayMetadata', async (t) => {
    const input = { ...hello, max_tokens: 64 };
    const { result } = await getResult(completed(messageSchema), askRun(t, { model: models.message, input }));
    object(result.gatewayMetadata, 'result.result.gatewayMetadata');
  }),
  ...options.map(([id, name, members]) =>
    test(id, `accepts ${name} as an option`, async (t) =>
      expectSuccess(await askRun(t, { ...hosted, options: members }), `a run with ${name}`),
    ),
  ),
  test('INF-RUN-14', 'refuses extraHeaders that are not a map of strings', (t) => {
    const ask = (extraHeaders: unknown) => askRun(t, { ...hosted, options: { extraHeaders } });
    return refusedRuns(t, () => ask({ 'x-touchstone': 'yes' }), [
      { what: 'with a header that is a number', send: () => ask({ 'x-touchstone': 7 }) },
      { what: 'with extraHeaders that are text', send: () => ask('x-touchstone: yes') },
    ]);
  }),
  test('INF-MODEL-8', 'runs a text model of a known author that the catalogue lacks', async (t) => {
    for (const model of ['openai/gpt-4o-mini', 'google/gemini-2.5-pro', 'xai/grok-4'])
      match(getText(await chat(t, { model, messages: says('Say hello.') })), /\S/, model);
  }),
  {
    title: 'looks up a third-party model before it validates the input',
    requirements: ['INF-RUN-21', 'INF-MODEL-6'],
    run: async (t) => {
      const reply = await askRun(t, { model: models.unknown, input: { messages: 7 } });
      t.expectFailure(reply, { shape: 'own', status: 404 });
      await t.check('INF-MODEL-6', () => ok(hasCode(reply, 7003), 'no entry has the code 7003'));
    },
  },
  {
    title: 'passes unknown members to a third party, and refuses known ones of the wrong type',
    requirements: ['INF-RUN-23', 'INF-RUN-24'],
    run: async (t) => {
      const ask = (more: object) => askRun(t, { model: third, input: { ...hello, ...more } });
      await t.check('INF-RUN-23', async () =>
        expectSuccess(await ask({ touchstone_unknown: true }), 'the run'),
      );
      await t.check('INF-RUN-24', () =>
        refusedRuns(t, () => ask({}), [
          { what: 'with a temperature that is text', send: () => ask({ temperature: 'warm' }) },
          { what: 'with messages that are text', send: () => ask({ messages: 'Hello' }) },
        ]),
      );
    },
  },
  test('INF-RUN-17', 'refuses with entries that have code and message', async (t) => {
    const reply = await askRun(t, { model: classic, input: { prompt: '' } });
    t.expectFailure(reply, { shape: 'own', status: 400 });
    equal(object(reply.body, 'the refusal')['success'], false, 'success');
    const entries = array(object(reply.body, 'the refusal')['errors'], 'errors');
    ok(entries.length > 0, 'errors is empty');
    for (const { code, message } of getEntries(reply)) {
      ok(Number.isInteger(code), 'a code is not a whole number');
      match(message, /./, 'a message');
    }
  }),
]);
