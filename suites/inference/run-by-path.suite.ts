import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { classicTextSchema } from '../../spec/services/inference/output.ts';
import { equal, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  askModel,
  getMessage,
  getResult,
  hasCode,
  inAccount,
  models,
  refusedRuns,
  says,
  throughGateway,
} from './asking.ts';

const { classic } = models;

const hello = { messages: says('Say hello.') };
const unknown = '@cf/meta/no-such-model';

/** Sends an input to a path below `/ai/run/`, with no further encoding. */
const post = (t: TestContext, rest: string, body: unknown = hello, headers: object = throughGateway) =>
  t.send({
    method: 'POST',
    path: `/accounts/${t.accountId}/ai/run/${rest}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Encodings of a model in a path. */
const spellings: readonly (readonly [KnownRequirementId, string, string])[] = [
  ['INF-PATH-3', 'unencoded slashes', classic],
  ['INF-PATH-4', 'its slashes as %2F', classic.replaceAll('/', '%2F')],
  ['INF-PATH-4', 'its slashes as %2f', classic.replaceAll('/', '%2f')],
];

const answered = (reply: Reply) => getResult(classicTextSchema, Promise.resolve(reply));

/** Runs of models named by the path. */
export const runByPathSuite = defineSuite('inference/run-by-path', [
  test(['INF-PATH-1', 'INF-MODEL-2', 'INF-RUN-1'], 'runs the hosted model named by the path', async (t) => {
    expectSuccess(await post(t, classic), 'the run');
  }),
  test('INF-PATH-2', 'refuses a run without a gateway id', (t) =>
    refusedRuns(
      t,
      () => post(t, classic),
      () => post(t, classic, hello, {}),
    ),
  ),
  ...spellings.map(([id, how, rest]) =>
    test(id, `finds a model with ${how}`, async (t) =>
      match((await answered(await post(t, rest))).response, /\S/, 'response'),
    ),
  ),
  test(
    'INF-PATH-5',
    'ignores an unknown query parameter',
    async (t) => void (await answered(await post(t, `${classic}?touchstone=1&returnRawResponse=false`))),
  ),
  {
    title: 'accepts options in addition to the input, and a session affinity header',
    requirements: ['INF-PATH-9', 'INF-PATH-11'],
    run: async (t) => {
      await t.check('INF-PATH-9', async () =>
        expectSuccess(await askModel(t, classic, { ...hello, options: { rejectIfBusy: true } }), 'the run'),
      );
      await t.check('INF-PATH-11', async () =>
        expectSuccess(await askModel(t, classic, hello, { 'x-session-affinity': 'ses-1' }), 'the run'),
      );
    },
  },
  test('INF-PATH-10', 'accepts raw audio with its own content type', async (t) => {
    const reply = await t.ask('inference.run-model', {
      params: { ...inAccount(t), model: '@cf/openai/whisper' },
      headers: { ...throughGateway, 'content-type': 'audio/wav' },
      upload: silence(),
    });
    expectSuccess(reply, 'the run');
    equal(typeof object(object(reply.body, 'the answer')['result'], 'result')['text'], 'string', 'text');
  }),
  {
    title: 'reports an unknown hosted model, and names it',
    requirements: ['INF-MODEL-4', 'INF-MODEL-5'],
    run: async (t) => {
      const reply = await askModel(t, unknown, hello);
      await t.check('INF-MODEL-4', () => {
        t.expectFailure(reply, { shape: 'own', status: 400 });
        ok(hasCode(reply, 5007), 'no entry has the code 5007');
      });
      await t.check('INF-MODEL-5', () =>
        ok(getMessage(reply).includes(unknown), 'no message names the model'),
      );
    },
  },
  test('INF-MODEL-7', 'accepts the version of a third-party model only with dots', async (t) => {
    const ask = (model: string) => {
      const input = { max_tokens: 16, messages: says('Say hello.') };
      return t.ask('inference.run', { params: inAccount(t), body: { model, input } });
    };
    await refusedRuns(
      t,
      () => ask('anthropic/claude-haiku-4.5'),
      () => ask('anthropic/claude-haiku-4-5'),
      { status: 404 },
    );
  }),
]);

/** A tenth of a second of silence as WAV, with 8000 samples of 16 bits per second. */
function silence(): Uint8Array<ArrayBuffer> {
  const samples = 800;
  const bytes = new Uint8Array(44 + samples * 2);
  const view = new DataView(bytes.buffer);
  const text = (at: number, word: string) => bytes.set(new TextEncoder().encode(word), at);
  text(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 16_000, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples * 2, true);
  return bytes;
}
