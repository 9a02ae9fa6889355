import type { Reply } from '../../spec/client.ts';
import {
  type EmbeddingsAnswer,
  embeddingsAnswerSchema,
} from '../../spec/services/inference/formats/embeddings.ts';
import { vectorsSchema } from '../../spec/services/inference/output.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, inAccount, models, refusedRuns, throughGateway } from './asking.ts';
import { fromBase64, taskModels, taskResult } from './tasks-asking.ts';

const { vectors: model } = taskModels;
const texts = ['A cat sleeps.', 'The market is open.', 'It rains in Lisbon.'];

/** Requests vectors, even if the contract forbids the body. */
const ask = (t: TestContext, body: object): Promise<Reply> =>
  t.ask('inference.embeddings', {
    params: inAccount(t),
    headers: throughGateway,
    body: { model, ...body },
  });

/** Requests vectors, which must succeed. */
async function embed(t: TestContext, body: object): Promise<EmbeddingsAnswer> {
  const reply = await ask(t, body);
  expectSuccess(reply, 'the embedding');
  return fits(embeddingsAnswerSchema, reply.body, 'the answer');
}

/** The first vector, which must be numbers. */
const getNumbers = (answer: EmbeddingsAnswer): number[] =>
  array(answer.data[0]?.embedding, 'embedding').map(Number);

/** The first vector, which must be Base64 of little-endian 32-bit floats. */
function toCodedNumbers(answer: EmbeddingsAnswer): number[] {
  const coded = answer.data[0]?.embedding;
  match(coded, /^[A-Za-z0-9+/]+=*$/, 'embedding');
  const view = new DataView(fromBase64(coded).buffer);
  ok(view.byteLength % 4 === 0, `${view.byteLength} bytes are not a whole number of 32-bit floats`);
  return Array.from({ length: view.byteLength / 4 }, (_, index) => view.getFloat32(index * 4, true));
}

/** Fails unless two vectors are equal to the precision of 32-bit floats. */
function sameVector(one: readonly number[], other: readonly number[]): void {
  equal(one.length, other.length, 'the length of the vectors');
  const apart = one.findIndex((number, index) => Math.abs(number - (other[index] ?? 0)) > 1e-4);
  ok(apart === -1, `number ${apart} is ${one[apart]} in one vector and ${other[apart]} in the other`);
}

/** Vectors in the embeddings format. */
export const embeddingsSuite = defineSuite('inference/embeddings', [
  {
    title: 'answers a text with a list of one vector, without an envelope',
    requirements: ['INF-EMB-1', 'INF-EMB-2', 'INF-EMB-4'],
    run: async (t) => {
      const reply = await ask(t, { input: texts[0] });
      expectSuccess(reply, 'the embedding');
      const answer = object(reply.body, 'the answer');
      await t.check('INF-EMB-1', () => {
        equal(answer['object'], 'list', 'object');
        equal(array(answer['data'], 'data').length, 1, 'the number of vectors');
      });
      await t.check('INF-EMB-2', () =>
        ok(!('result' in answer) && !('success' in answer), 'the list is in an envelope'),
      );
      await t.check('INF-EMB-4', () => {
        const { prompt_tokens, total_tokens } = object(answer['usage'], 'usage');
        ok(Number(prompt_tokens) > 0, `usage.prompt_tokens is ${String(prompt_tokens)}`);
        ok(Number(total_tokens) >= Number(prompt_tokens), `usage.total_tokens is ${String(total_tokens)}`);
      });
    },
  },
  test('INF-EMB-3', 'answers a list of texts with a vector for each, in order', async (t) => {
    const { data } = await embed(t, { input: texts, encoding_format: 'float' });
    equal(
      data.map(({ index }) => index),
      [0, 1, 2],
      'the order of index',
    );
    for (const [index, input] of texts.entries()) {
      const alone = await embed(t, { input, encoding_format: 'float' });
      sameVector(array(data[index]?.embedding, 'embedding').map(Number), getNumbers(alone));
    }
  }),
  test(['INF-EMB-5', 'INF-EMB-6', 'INF-EMB-7'], 'encodes a vector as numbers or as Base64', async (t) => {
    const float = await embed(t, { input: texts[0], encoding_format: 'float' });
    const base64 = await embed(t, { input: texts[0], encoding_format: 'base64' });
    await t.check('INF-EMB-6', () => ok(getNumbers(float).length > 1, 'the vector is empty'));
    await t.check('INF-EMB-5', () => ok(toCodedNumbers(base64).length > 1, 'the vector is empty'));
    await t.check('INF-EMB-7', () => sameVector(toCodedNumbers(base64), getNumbers(float)));
  }),
  test('INF-EMB-8', 'returns the vector of the run endpoint', async (t) => {
    const { data } = await taskResult(t, vectorsSchema, model, { text: texts[0] });
    const answer = await embed(t, { input: texts[0], encoding_format: 'float' });
    sameVector(getNumbers(answer), data[0] ?? []);
  }),
  test('INF-EMB-9', 'refuses a model that makes no embeddings', (t) =>
    refusedRuns(
      t,
      () => ask(t, { input: texts[0] }),
      [models.classic, taskModels.rerank].map((other) => ({
        what: `for ${other}`,
        send: () => ask(t, { input: texts[0], model: other }),
      })),
    ),
  ),
]);
