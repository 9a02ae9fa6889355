import type { Reply } from '../../spec/client.ts';
import {
  type EmbeddingsAnswer,
  embeddingsAnswerSchema,
} from '../../spec/services/inference/formats/embeddings.ts';
import { array, equal, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { fits, inAccount, throughGateway } from './asking.ts';
import { taskModels } from './tasks-asking.ts';

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
]);
