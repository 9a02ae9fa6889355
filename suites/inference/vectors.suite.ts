import { z } from 'zod';
import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import {
  type EmbeddingsAnswer,
  embeddingsAnswerSchema,
} from '../../spec/services/inference/formats/embeddings.ts';
import {
  labelsSchema,
  rankingSchema,
  summarySchema,
  translationSchema,
  translationsSchema,
  vectorsSchema,
} from '../../spec/services/inference/output.ts';
import { array, equal, match, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { askModel, fits, inAccount, refusedRuns, throughGateway } from './asking.ts';
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

const { classify, translate, translateToIndic, summarise } = taskModels;

const news =
  'The city council voted on Tuesday to reopen the old railway station. The station has been closed since 1987. ' +
  'Supporters say that the station will bring visitors to the city. Critics fear that the costs will grow. ' +
  'The mayor said that the first trains will run next spring. It rained during the whole meeting.';

/** Classification, translation and summarisation. */
export const textTasksSuite = defineSuite('inference/text-tasks', [
  test('INF-TASK-13', 'scores a text for every label of the model', async (t) => {
    const text = 'I love this wonderful film.';
    const labels = await taskResult(t, labelsSchema, classify, { text });
    equal(labels.map(({ label }) => label).toSorted(), ['NEGATIVE', 'POSITIVE'], 'the labels');
    const best = labels.toSorted((one, other) => other.score - one.score)[0];
    equal(best?.label, 'POSITIVE', 'the best label of a friendly text');
  }),
  test(['INF-TASK-14', 'INF-TASK-15'], 'translates a text, and requires a target language', async (t) => {
    const input = { text: 'Good morning', source_lang: 'en', target_lang: 'fr' };
    const { translated_text } = await taskResult(t, translationSchema, translate, input);
    await t.check('INF-TASK-14', () => match(translated_text, /\S/, 'translated_text'));
    await refusedRuns(
      t,
      () => askModel(t, translate, input),
      () => askModel(t, translate, { text: input.text, source_lang: 'en' }),
    );
  }),
  test('INF-TASK-16', 'translates into a language of India, as a list', async (t) => {
    const input = { text: 'Good morning', target_language: 'hin_Deva' };
    const { translations } = await taskResult(t, translationsSchema, translateToIndic, input);
    equal(translations.length, 1, 'the number of translations');
    match(translations[0], /\S/, 'translations[0]');
  }),
  test('INF-TASK-17', 'summarizes a text', async (t) => {
    const { summary } = await taskResult(t, summarySchema, summarise, { input_text: news });
    match(summary, /\S/, 'summary');
    ok(summary.length < news.length, `the summary has ${summary.length} of ${news.length} characters`);
  }),
]);

const { vectors: modelOfEmbeddings } = taskModels;
const texts = ['A cat sleeps.', 'The market is open.', 'It rains in Lisbon.'];

/** Requests vectors, even if the contract forbids the body. */
const ask = (t: TestContext, body: object): Promise<Reply> =>
  t.ask('inference.embeddings', {
    params: inAccount(t),
    headers: throughGateway,
    body: { model: modelOfEmbeddings, ...body },
  });

/** Requests vectors, which must succeed. */
async function embedOfEmbeddings(t: TestContext, body: object): Promise<EmbeddingsAnswer> {
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
    const { data } = await embedOfEmbeddings(t, { input: texts, encoding_format: 'float' });
    equal(
      data.map(({ index }) => index),
      [0, 1, 2],
      'the order of index',
    );
    for (const [index, input] of texts.entries()) {
      const alone = await embedOfEmbeddings(t, { input, encoding_format: 'float' });
      sameVector(array(data[index]?.embedding, 'embedding').map(Number), getNumbers(alone));
    }
  }),
]);
