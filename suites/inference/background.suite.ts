import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { acceptedRunSchema } from '../../spec/services/inference/background-runs.ts';
import { classicTextSchema } from '../../spec/services/inference/output.ts';
import { differ, equal, match, ok, oneOf } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { openPrivatePort } from '../harness/private-port.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askRun, fits, getResult, inAccount, models, refusedRuns } from './asking.ts';
import {
  ended,
  expectUnfinished,
  getPlaces,
  ownHost,
  pause,
  quietMs,
  runWith,
  started,
  takenUrl,
} from './background-runs.ts';
import { replying } from './replying.ts';

/** The delay of a slow model, in milliseconds. */
const slowMs = 1_500;

/** Contradictory options, by their fault: seed, Errors. */
const contradictions: readonly (readonly [KnownRequirementId, string, (webhookUrl: string) => object])[] = [
  ['INF-BG-10', 'a webhookUrl without background', (webhookUrl) => ({ webhookUrl })],
  ['INF-BG-11', 'a webhookUrl with background false', (webhookUrl) => ({ background: false, webhookUrl })],
  ['INF-BG-12', 'a webhookFormat without webhookUrl', () => ({ background: true, webhookFormat: 'raw' })],
];

/** Values of one option: invalid ones, and a valid one for comparison. */
const wrongValues: readonly (readonly [KnownRequirementId, string, string, readonly unknown[]])[] = [
  [
    'INF-BG-4',
    'a webhookUrl that is not a URL',
    'webhookUrl',
    ['hooks', '', '/runs', 'hooks.example.com/runs', 42, ['https://example.com/'], {}],
  ],
  [
    'INF-BG-5',
    'a webhookUrl that is not HTTPS',
    'webhookUrl',
    ['http://example.com/runs', 'ftp://example.com/runs', 'wss://example.com/runs', 'file:///runs'],
  ],
  ['INF-BG-9', 'a webhookFormat other than raw and chat', 'webhookFormat', ['xml', 'RAW', 1]],
];

const taken = (t: TestContext, webhookUrl: string, members: object = {}) =>
  runWith(t, { background: true, webhookUrl, ...members });

/** Background runs. */
export const backgroundSuite = defineSuite('inference/background', [
  {
    title: 'answers a background run before it is complete',
    requirements: ['INF-BG-1', 'INF-BG-13', 'INF-BG-14', 'INF-BG-15'],
    run: async (t) => {
      const prompt = 'Tell me all about the history of Lisbon, in ten long paragraphs.';
      const accepted = await started(t, {}, prompt);
      await t.check('INF-BG-1', () => expectUnfinished(accepted));
      await t.check('INF-BG-13', () => {
        match(accepted['id'], /\S/, 'result.id');
        oneOf(accepted['state'], ['Queued', 'Running'], 'result.state');
        equal(accepted['model'], models.classic, 'result.model');
      });
      await t.check('INF-BG-14', () => equal(accepted['runId'], accepted['id'], 'result.runId'));
      const other = await started(t, {}, prompt);
      await t.check('INF-BG-15', () => differ(other['id'], accepted['id'], 'result.id'));
    },
  },
  {
    title: 'answers a background run while a slow model works, then completes it',
    requirements: ['INF-BG-1', 'INF-BG-16', 'INF-BG-17'],
    features: ['admin'],
    run: async (t) => {
      const prompt = t.title();
      await replying(t, { match: { text: prompt }, reply: { delayMs: slowMs } });
      const began = performance.now();
      const { id } = await started(t, {}, prompt);
      const waited = performance.now() - began;
      ok(waited < slowMs, `the answer took ${Math.round(waited)} ms, and the model ${slowMs} ms`);
      const params = { ...inAccount(t), run_id: String(id) };
      const { result: early } = (await t.call('inference.background-run.get', { params })).body;
      oneOf(early.state, ['Queued', 'Running'], 'result.state');
      equal(early.result, null, 'result.result');
      const late = await ended(t, id);
      const took = performance.now() - began;
      equal([late.state, late.error], ['Completed', null], 'result.state and result.error');
      ok(took >= slowMs, `the run had ended after ${Math.round(took)} of ${slowMs} ms`);
      fits(classicTextSchema, late.result, 'result.result');
    },
  },
  test('INF-BG-2', "answers a run without background with the model's output", async (t) => {
    const background = await runWith(t, { background: true });
    const accepted = new Set(getPlaces(background.body));
    // The output may be plain text; what only takes a run on can be that too.
    const isText = ({ body, text }: Reply) => body === undefined && text.trim() !== '';
    for (const options of [undefined, {}, { background: false }]) {
      const reply = await runWith(t, options);
      expectSuccess(reply, 'the run');
      ok(
        getPlaces(reply.body).some((place) => !accepted.has(place)) || (isText(reply) && !isText(background)),
        'the answer has no members beyond those of an accepted background run',
      );
    }
  }),
  {
    title: 'returns a completed run with its output, for hosted and third-party models',
    requirements: ['INF-BG-16', 'INF-BG-17'],
    run: async (t) => {
      const { id } = await started(t);
      const hosted = await ended(t, id);
      equal(hosted.model, models.classic, 'result.model');
      equal(hosted.error, null, 'result.error');
      fits(classicTextSchema, hosted.result, 'result.result');
      const input = { messages: [{ role: 'user', content: 'Say hello.' }] };
      const body = { model: models.third, input, options: { background: true } };
      const accepted = await getResult(acceptedRunSchema, askRun(t, body));
      const third = await ended(t, accepted.id);
      equal(third.state, 'Completed', 'result.state');
      equal(third.provider, 'openai', 'result.provider');
      ok(third.result !== null, 'the run has no output');
    },
  },
  {
    title: 'returns a failed run with its error',
    requirements: ['INF-BG-16'],
    features: ['admin'],
    run: async (t) => {
      const prompt = t.title();
      await replying(t, { match: { text: prompt }, reply: { error: { message: 'Out of order.' } } });
      const { id } = await started(t, {}, prompt);
      const run = await ended(t, id);
      equal(run.state, 'Failed', 'result.state');
      equal(run.result, null, 'result.result');
      ok(run.error !== null, 'the failed run has no error');
      match(run.error.message, /Out of order\./, 'result.error.message');
    },
  },
  test('INF-BG-25', 'refuses an invalid input of a background run at once', async (t) => {
    const ask = (messages: unknown) =>
      askRun(t, { model: models.classic, input: { messages }, options: { background: true } });
    await refusedRuns(t, () => ask([{ role: 'user', content: 'Say hello.' }]), [
      { what: 'with messages that are text', send: () => ask('Say hello.') },
      { what: 'with a message that is a number', send: () => ask([7]) },
      {
        what: 'of an unknown model',
        send: () => askRun(t, { model: models.unknown, input: {}, options: { background: true } }),
      },
    ]);
  }),
  test(['INF-BG-7', 'INF-BG-8'], 'accepts a webhookUrl with each format', async (t) => {
    for (const [id, webhookFormat] of [
      ['INF-BG-7', 'raw'],
      ['INF-BG-8', 'chat'],
    ] as const) {
      const reply = await taken(t, await takenUrl(t), { webhookFormat });
      await t.check(id, () => expectSuccess(reply, `a run with the format ${webhookFormat}`));
    }
  }),
  test('INF-BG-6', 'sends nothing to names and addresses of the local machine', async (t) => {
    const port = await openPrivatePort();
    t.after(() => port.close());
    const own = await ownHost(t);
    const hosts = ['localhost', 'LOCALHOST.', '127.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'];
    const foreign = hosts.filter((host) => new URL(`https://${host}/`).hostname.replace(/\.$/, '') !== own);
    const replies = [];
    for (const host of foreign) replies.push(await taken(t, `https://${host}:${port.port}/runs`));
    // The target may refuse these, or accept them and send nothing. The seed requires only that nothing arrives.
    if (replies.some(succeeded)) await pause(quietMs);
    equal(port.connections(), 0, 'the number of connections to the private address');
  }),
  ...contradictions.map(([id, what, options]) =>
    test(id, `refuses ${what} with status 400`, async (t) => {
      const url = await takenUrl(t);
      await refusedRuns(
        t,
        () => taken(t, url, { webhookFormat: 'raw' }),
        () => runWith(t, options(url)),
        { status: 400 },
      );
    }),
  ),
  ...wrongValues.map(([id, what, member, values]) =>
    test(id, `refuses ${what}`, async (t) => {
      const url = await takenUrl(t);
      await refusedRuns(
        t,
        () => taken(t, url),
        values.map((value) => ({
          what: `with ${member} ${JSON.stringify(value)}`,
          send: () => taken(t, url, { [member]: value }),
        })),
      );
    }),
  ),
]);
