import { describe, expect, test } from 'vitest';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { perform, resultOf, scripted } from './testing/perform.ts';

interface Vectors {
  readonly shape: readonly [number, number];
  readonly data: readonly (readonly number[])[];
  readonly pooling?: string;
}

const base = '@cf/baai/bge-base-en-v1.5';
const query = '@cf/qwen/qwen3-embedding-0.6b';
const either = '@cf/baai/bge-m3';

function likeness(one: readonly number[] = [], other: readonly number[] = []): number {
  return one.reduce((sum, number, index) => sum + number * (other[index] ?? 0), 0);
}

/** A backend that says which texts it was given. */
function listening(): { backend: ModelBackend; heard: string[] } {
  const heard: string[] = [];
  const embed: ModelBackend['embed'] = (model, request, signal) => {
    heard.push(...request.texts);
    return scripted.embed(model, request, signal);
  };
  return { backend: { ...scripted, embed }, heard };
}

describe('vectors', () => {
  test.each([
    ['@cf/baai/bge-small-en-v1.5', 384],
    [base, 768],
    ['@cf/baai/bge-large-en-v1.5', 1024],
    ['@cf/google/embeddinggemma-300m', 768],
    [query, 1024],
    [either, 1024],
  ])('of %s have %i numbers and the length 1', async (id, size) => {
    const { shape, data } = await resultOf<Vectors>(id, { text: ['one', 'two'] });
    expect(shape).toEqual([2, size]);
    for (const vector of data) expect(likeness(vector, vector)).toBeCloseTo(1, 5);
  });

  test('of the two poolings do not mix, and are alike among themselves', async () => {
    const texts = ['a small cat', 'a small dog'];
    const mean = await resultOf<Vectors>(base, { text: texts });
    const cls = await resultOf<Vectors>(base, { text: texts, pooling: 'cls' });
    expect([mean.pooling, cls.pooling]).toEqual(['mean', 'cls']);
    expect(Math.abs(likeness(mean.data[0], cls.data[0]))).toBeLessThan(0.2);
    expect(likeness(cls.data[0], cls.data[1])).toBeCloseTo(likeness(mean.data[0], mean.data[1]), 5);
    expect(mean.data).toEqual((await resultOf<Vectors>(base, { text: texts, pooling: 'mean' })).data);
  });

  test('of queries and documents follow those of texts, in order', async () => {
    const { backend, heard } = listening();
    await perform(query, { documents: ['d1', 'd2'], queries: ['q1'], text: 't' }, { backend });
    await perform(query, { queries: 'q2', instruction: 'Find it' }, { backend });
    expect(heard).toEqual(['t', 'Query: q1', 'd1', 'd2', 'Instruct: Find it\nQuery: q2']);
  });

  test('are made of the beginning of a text that is too long', async () => {
    const { backend, heard } = listening();
    await perform(base, { text: [`${'a'.repeat(2047)}😀b`, 'short'] }, { backend });
    expect(heard).toEqual([`${'a'.repeat(2047)}\ufffd`, 'short']);
  });

  test('count the tokens that were read', async () => {
    const { usage } = await perform(base, { text: ['one two', 'three'] });
    expect(usage).toEqual({ inputTokens: expect.any(Number), outputTokens: 0 });
    expect(usage?.inputTokens).toBeGreaterThan(2);
  });
});

describe('the model that embeds or ranks', () => {
  test('answers texts with vectors, an empty response and what they cost', async () => {
    const result = await resultOf<object>(either, { text: 'Hello world' });
    expect(result).toMatchObject({
      shape: [1, 1024],
      pooling: 'cls',
      response: null,
      meta: { cost_metric_name_1: 'input_tokens', cost_metric_value_1: expect.any(Number) },
    });
  });

  test('answers a query with scores, best first', async () => {
    const contexts = [{ text: 'Bananas are yellow.' }, { text: 'Paris is the capital of France.' }];
    const result = await resultOf<{ response: { id: number; score: number }[] }>(either, {
      query: 'What is the capital of France?',
      contexts,
    });
    expect(Object.keys(result)).toEqual(['response']);
    expect(result.response.map(({ id }) => id)).toEqual([1, 0]);
  });

  test('answers contexts alone with their vectors in response', async () => {
    const vectors = await resultOf<Vectors>(either, { text: ['a', 'b'] });
    const result = await resultOf<object>(either, { contexts: [{ text: 'a' }, { text: 'b' }] });
    expect(result).toEqual({ response: vectors.data, shape: [2, 1024], pooling: 'cls' });
  });

  test('refuses a text that is too long, unless it may be truncated', async () => {
    const text = 'word '.repeat(7000);
    await expect(perform(either, { text })).rejects.toMatchObject({ failure: 'context-window-exceeded' });
    await expect(perform(either, { text, truncate_inputs: true })).resolves.toMatchObject({ kind: 'json' });
  });
});

describe('a reranker', () => {
  const contexts = ['Bananas are yellow.', 'Paris is the capital of France.', 'France is a country.'].map(
    (text) => ({ text }),
  );

  test.each([
    [undefined, [1, 2, 0]],
    [2, [1, 2]],
    [9, [1, 2, 0]],
  ])('answers at most top_k (%j) places, best first', async (top_k, places) => {
    const input = { query: 'the capital of France', contexts, ...(top_k !== undefined && { top_k }) };
    const { response } = await resultOf<{ response: { id: number; score: number }[] }>(
      '@cf/baai/bge-reranker-base',
      input,
    );
    expect(response.map(({ id }) => id)).toEqual(places);
    const scores = response.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });
});
