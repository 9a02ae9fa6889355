import { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { ModelReplyInput } from '../../spec/model-reply.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import {
  batchResultSchema,
  type FinishedBatch,
  pendingBatchSchema,
} from '../../spec/services/inference/batch.ts';
import { inferenceLimits } from '../../spec/services/inference/limits.ts';
import { classicTextSchema } from '../../spec/services/inference/output.ts';
import { equal, match, ok, oneOf } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure, HarnessError } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { allowMore } from '../harness/time-limits.ts';
import {
  askModel,
  fits,
  getResult,
  hasCode,
  inAccount,
  models,
  refusedRuns,
  says,
  throughGateway,
} from './asking.ts';
import { replying } from './replying.ts';

/** Hosted, supports batches, generates text. */
export const batchModel = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

const batchOutput = z.record(z.string(), z.unknown());

/** Sends any body to the queue of a model. */
export const askQueue = (t: TestContext, body: unknown, model: string = batchModel): Promise<Reply> =>
  t.ask('inference.run-model', {
    params: { ...inAccount(t), model },
    query: { queueRequest: 'true' },
    headers: throughGateway,
    body,
  });

/** Queues requests, and returns the answer. */
export const submitBatch = (t: TestContext, requests: readonly object[]) =>
  getResult(pendingBatchSchema, askQueue(t, { requests }));

/** Polls a batch until it is done. @param pending receives each answer before that */
export async function waitForBatch(
  t: TestContext,
  request_id: string,
  pending: (result: unknown) => void = () => {},
): Promise<FinishedBatch> {
  // Other clients' batches may be ahead in the queue.
  const done = await t.waitFor({ what: 'the end of a batch', within: t.limits.batch }, async () => {
    const result = await getResult(batchResultSchema, askQueue(t, { request_id }));
    if ('responses' in result) return result;
    pending(result);
    return undefined;
  });
  if (done) return done;
  const late = `The batch ${request_id} is not done after ${t.limits.batch / 1000} s`;
  throw new HarnessError('time-limit', `${late}: ${allowMore('batch')}`);
}

/** The response to the request at an index. */
export function responseAt({ responses }: FinishedBatch, place: number) {
  const response = responses.find(({ id }) => id === place);
  if (!response) throw new ConformanceFailure(`No response has the id ${place}`);
  return response;
}

/** The model's output in a response, which may be nested one level deeper. */
export function getOutput({ result }: { readonly result: unknown }): unknown {
  const inner = fits(batchOutput, result, 'the result of a response');
  return 'result' in inner ? inner['result'] : inner;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const one = { requests: [{ prompt: 'Say hello.', max_tokens: 16 }] };

/** Bytes in 10 MB. */
const tenMegabytes = 10 * 1024 * 1024;

/** Batches of runs: queueing them and polling for the responses. */
export const batchesSuite = defineSuite('inference/batches', [
  {
    title: 'queues a batch, reports its status, and answers every request',
    requirements: [
      'INF-BATCH-1',
      'INF-BATCH-2',
      'INF-BATCH-3',
      'INF-BATCH-4',
      'INF-BATCH-5',
      'INF-BATCH-6',
      'INF-BATCH-7',
      'INF-BATCH-8',
    ],
    run: async (t) => {
      const subjects = ['harbours', 'gardens', 'bridges', 'clouds', 'ovens', 'violins', 'deserts', 'letters'];
      const requests = subjects.map((subject) => ({
        prompt: `Write one sentence about ${subject}.`,
        max_tokens: 32,
        external_reference: `ref-${subject}`,
      }));
      const queued = await submitBatch(t, requests);
      await t.check('INF-BATCH-1', () => equal(queued.status, 'queued', 'result.status'));
      await t.check('INF-BATCH-2', () => match(queued.request_id, uuid, 'result.request_id'));
      const pending: unknown[] = [queued];
      const done = await waitForBatch(t, queued.request_id, (result) => pending.push(result));
      await t.check('INF-BATCH-4', () => {
        for (const result of pending) {
          const { status, request_id } = Object(result) as Record<string, unknown>; // read member by member
          oneOf(status, ['queued', 'running'], 'result.status');
          equal(request_id, queued.request_id, 'result.request_id');
        }
      });
      const ids = done.responses.map(({ id }) => id).sort((a, b) => a - b);
      await t.check('INF-BATCH-5', () => equal(ids.length, subjects.length, 'the number of responses'));
      await t.check('INF-BATCH-3', () => ok(done.responses.length > 0, 'responses is empty'));
      await t.check('INF-BATCH-6', () => equal(ids, [...subjects.keys()], 'the ids of the responses'));
      await t.check('INF-BATCH-7', () => {
        for (const [place, subject] of subjects.entries()) {
          equal(
            responseAt(done, place).external_reference,
            `ref-${subject}`,
            `the reference of response ${place}`,
          );
        }
      });
      const outputs = done.responses.map((response) =>
        fits(classicTextSchema, getOutput(response), 'an output'),
      );
      await t.check('INF-BATCH-8', () => {
        const total = outputs.reduce((sum, { usage }) => sum + (usage?.total_tokens ?? 0), 0);
        ok(total > 0, 'no output has a token count');
        equal(done.usage.total_tokens, total, 'usage.total_tokens');
      });
    },
  },
  test('INF-BATCH-13', 'answers the other requests of a batch if one fails', async (t) => {
    const [good] = one.requests;
    const { request_id } = await submitBatch(t, [{ ...good }, { temperature: 'hot' }, { ...good }]);
    const done = await waitForBatch(t, request_id);
    const successes = [0, 1, 2].map((place) => responseAt(done, place).success);
    equal(successes, [true, false, true], 'success of the three responses');
  }),
  {
    title: 'answers the other requests of a batch if the model fails for one',
    requirements: ['INF-BATCH-13'],
    features: ['admin'],
    run: async (t) => {
      const prompt = t.title();
      await replying(t, { match: { text: prompt }, reply: { error: { reason: 'unavailable' } } });
      const [good] = one.requests;
      const { request_id } = await submitBatch(t, [{ ...good, prompt }, { ...good }]);
      const done = await waitForBatch(t, request_id);
      const successes = [0, 1].map((place) => responseAt(done, place).success);
      equal(successes, [false, true], 'success of both responses');
    },
  },
  {
    title: 'refuses a batch of 10 MB',
    requirements: ['INF-BATCH-9'],
    exclusive: 'room for large bodies',
    run: (t) =>
      refusedRuns(
        t,
        () => askQueue(t, one),
        () => askQueue(t, { requests: [{ prompt: 'a'.repeat(tenMegabytes) }] }),
      ),
  },
]);

/** Scripts a model's reply to a prompt, and returns the prompt. */
async function promptAnswered(t: TestContext, reply: ModelReplyInput['reply']): Promise<string> {
  const prompt = `Tell me about ${t.title()}.`;
  await replying(t, { match: { text: prompt }, reply });
  return prompt;
}

/** Bodies that contain a text, and are too large with a long enough text. */
const tooLarge: readonly (readonly [OperationId, (text: string) => object])[] = [
  ['inference.run', (prompt) => ({ model: models.classic, input: { prompt } })],
  ['inference.run-model', (prompt) => ({ prompt })],
  ['inference.chat-completions', (text) => ({ model: models.classic, messages: says(text) })],
];

/** How large a run may be, and how long it may take. */
export const inferenceLimitsSuite = defineSuite('inference/limits', [
  ...tooLarge.map(
    ([operation, body]): Test<KnownRequirementId> => ({
      title: `refuses too large a body of ${operation} with 413 and code 3006`,
      requirements: ['INF-LIM-1'],
      // Several such bodies at once, each copied several times, use most of a run's memory.
      exclusive: 'room for large bodies',
      run: async (t) => {
        const params =
          operation === 'inference.run-model' ? { ...inAccount(t), model: models.classic } : inAccount(t);
        const ask = (text: string) => t.ask(operation, { params, headers: throughGateway, body: body(text) });
        expectSuccess(await ask('Say hello.'), 'a short one');
        const reply = await ask('x'.repeat(inferenceLimits.bodyBytes));
        equal(reply.status, 413, 'the status');
        ok(hasCode(reply, 3006), 'no entry has the code 3006');
      },
    }),
  ),
  test('INF-LIM-3', "refuses a prompt longer than the model's context window", (t) =>
    refusedRuns(
      t,
      () => askModel(t, models.classic, { prompt: 'lorem ipsum '.repeat(100) }),
      () => askModel(t, models.classic, { prompt: 'lorem ipsum '.repeat(20_000) }),
    ),
  ),
  {
    title: 'answers 429 and code 3040 if a busy model should reject',
    requirements: ['INF-LIM-2'],
    features: ['admin'],
    run: async (t) => {
      const prompt = await promptAnswered(t, { error: { reason: 'overloaded' } });
      expectSuccess(await askModel(t, models.classic, { prompt: 'Say hello.' }), 'another prompt');
      const reply = await askModel(t, models.classic, { prompt, options: { rejectIfBusy: true } });
      equal(reply.status, 429, 'the status');
      ok(hasCode(reply, 3040), 'no entry has the code 3040');
    },
  },
]);
