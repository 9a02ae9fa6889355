import { z } from 'zod';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { rankingSchema, vectorsSchema } from '../../spec/services/inference/output.ts';
import { equal, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askModel, refusedRuns } from './asking.ts';
import { taskModels, taskResult } from './tasks-asking.ts';

const { vectors: model, queries, embedOrRank, rerank } = taskModels;

const embed = (t: TestContext, input: object, of: string = model) => taskResult(t, vectorsSchema, of, input);

/** The similarity of two vectors of length 1. */
const likeness = (one: readonly number[] = [], other: readonly number[] = []) =>
  one.reduce((sum, number, index) => sum + number * (other[index] ?? 0), 0);

/** Two texts that share half their words, and one that shares no word with the first. */
const subject = 'The hungry cat eats fresh fish every morning';
const unrelated = 'Interest rates rose again while markets closed';

const contexts = ['Bananas are yellow.', 'Paris is the capital of France.', 'Rain falls in autumn.'].map(
  (text) => ({ text }),
);
const question = 'What is the capital of France?';

/** The length of each model's vectors. */
const sizes: readonly (readonly [KnownRequirementId, Readonly<Record<string, number>>])[] = [
  [
    'INF-TASK-41',
    {
      '@cf/baai/bge-small-en-v1.5': 384,
      '@cf/baai/bge-base-en-v1.5': 768,
      '@cf/baai/bge-large-en-v1.5': 1024,
    },
  ],
  ['INF-TASK-42', { [embedOrRank]: 1024 }],
  ['INF-TASK-43', { [queries]: 1024 }],
  ['INF-TASK-44', { '@cf/google/embeddinggemma-300m': 768 }],
];

/** Embeddings and reranking on the run endpoints. */
export const vectorsSuite = defineSuite('inference/vectors', [
  {
    title: 'makes a vector for a text, and one for each text of a list',
    requirements: ['INF-TASK-1', 'INF-TASK-2', 'INF-TASK-5'],
    run: async (t) => {
      const one = await embed(t, { text: subject });
      await t.check('INF-TASK-1', () => equal(one.data.length, 1, 'the number of vectors'));
      const two = await embed(t, { text: [subject, unrelated] });
      await t.check('INF-TASK-2', () => equal(two.data.length, 2, 'the number of vectors'));
      await t.check('INF-TASK-5', () => {
        equal(one.shape, [1, one.data[0]?.length], 'shape');
        equal(two.shape, [2, two.data[1]?.length], 'shape');
      });
    },
  },
  test('INF-TASK-2', 'reads a text of some sentences to its end', async (t) => {
    const start = 'The hungry cat eats fresh fish. '.repeat(12);
    const { data } = await embed(t, { text: [`${start}It sleeps.`, `${start}Interest rates rose again.`] });
    ok(likeness(data[0], data[1]) < 0.999_99, 'the vectors of texts with different ends are the same');
  }),
  test(['INF-TASK-3', 'INF-TASK-4'], 'accepts 100 texts and refuses 101', async (t) => {
    const { shape } = await embed(t, { text: Array(100).fill('a') });
    await t.check('INF-TASK-3', () => equal(shape[0], 100, 'the number of vectors'));
    await refusedRuns(
      t,
      () => askModel(t, model, { text: Array(100).fill('a') }),
      () => askModel(t, model, { text: Array(101).fill('a') }),
    );
  }),
  {
    title: 'makes other vectors with cls pooling, and refuses an unknown pooling',
    requirements: ['INF-TASK-6', 'INF-TASK-7'],
    run: async (t) => {
      const cls = await embed(t, { text: subject, pooling: 'cls' });
      await t.check('INF-TASK-6', () => equal(cls.data.length, 1, 'the number of vectors'));
      await refusedRuns(
        t,
        () => askModel(t, model, { text: subject, pooling: 'mean' }),
        () => askModel(t, model, { text: subject, pooling: 'max' }),
      );
    },
  },
  test('INF-TASK-8', 'makes vectors for queries and for documents', async (t) => {
    const ofQuery = await embed(t, { queries: question }, queries);
    equal(ofQuery.shape[0], 1, 'the number of vectors of a query');
    const ofDocuments = await embed(t, { documents: contexts.map(({ text }) => text) }, queries);
    equal(ofDocuments.shape[0], 3, 'the number of vectors of three documents');
  }),
  test('INF-TASK-9', 'scores each context for a query, whether the model embeds or ranks', async (t) => {
    const input = { query: question, contexts };
    const { response } = await taskResult(t, rankingSchema, embedOrRank, input);
    equal(response.map(({ id }) => id).toSorted(), [0, 1, 2], 'the indexes of the contexts');
  }),
  test('INF-TASK-10', 'makes vectors for contexts without a query, in response', async (t) => {
    const vectors = z.object({ response: z.array(z.array(z.number()).min(1)) });
    const { response } = await taskResult(t, vectors, embedOrRank, { contexts });
    equal(response.length, 3, 'the number of vectors');
  }),
  {
    title: 'ranks contexts best first, up to the requested number',
    requirements: ['INF-TASK-11', 'INF-TASK-12'],
    run: async (t) => {
      const { response } = await taskResult(t, rankingSchema, rerank, { query: question, contexts });
      await t.check('INF-TASK-11', () => {
        equal(response[0]?.id, 1, 'the best place');
        const scores = response.map(({ score }) => score);
        equal(
          scores,
          scores.toSorted((one, other) => other - one),
          'the scores',
        );
      });
      const input = { query: question, contexts, top_k: 1 };
      const best = await taskResult(t, rankingSchema, rerank, input);
      await t.check('INF-TASK-12', () => equal(best.response.length, 1, 'the number of contexts'));
    },
  },
  ...sizes.map(([id, ofModels]) =>
    test(id, `makes vectors of the model's length: ${Object.keys(ofModels).join(', ')}`, async (t) => {
      for (const [name, size] of Object.entries(ofModels)) {
        const { shape } = await embed(t, { text: subject }, name);
        equal(shape, [1, size], `shape of ${name}`);
      }
    }),
  ),
  {
    title: 'reports usage with an empty response, for models that embed or rank',
    requirements: ['INF-TASK-45'],
    run: async (t) => {
      const result = await taskResult(t, z.unknown(), embedOrRank, { text: subject });
      const { response, meta } = object(result, 'result');
      equal(response, null, 'response');
      equal(object(meta, 'meta')['cost_metric_name_1'], 'input_tokens', 'meta.cost_metric_name_1');
    },
  },
]);
