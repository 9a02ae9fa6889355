import { describe, expect, it } from 'vitest';
import { toBase64 } from '../base64.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { ask, askToFail, type Call } from './testing/ask.ts';
import { answerWithJson } from './testing/stub-upstream.ts';

const MODEL = { id: 'openai/gpt-5' };
const { signal } = new AbortController();

describe('vectors of an upstream', () => {
  const embed: Call<unknown> = (models) => models.embed(MODEL, { texts: ['four', 'b'] }, signal);
  const data = [{ embedding: [3, 4] }, { embedding: [0, -2] }];
  const expected = [new Float32Array([0.6, 0.8]), new Float32Array([0, -1])];
  const floats = (...numbers: readonly number[]) => {
    const view = new DataView(new ArrayBuffer(numbers.length * 4));
    for (const [index, number] of numbers.entries()) view.setFloat32(index * 4, number, true);
    return toBase64(new Uint8Array(view.buffer));
  };

  it.each<[string, object]>([
    ['as numbers', { data }],
    ['in base64', { data: [{ embedding: floats(3, 4) }, { embedding: floats(0, -2) }] }],
    ['in another order', { data: data.map((item, index) => ({ ...item, index })).toReversed() }],
  ])('are decoded %s, and normalized', async (_, answer) => {
    const { answer: vectors, request, body } = await ask(answerWithJson(answer), embed);
    expect(vectors).toEqual({ vectors: expected, usage: { inputTokens: 2, outputTokens: 0 } });
    expect(request.path).toBe('/v1/embeddings');
    expect(body()).toEqual({ model: 'openai/gpt-5', input: ['four', 'b'], encoding_format: 'float' });
  });

  it("have the upstream's usage", async () => {
    const { answer } = await ask(answerWithJson({ data, usage: { prompt_tokens: 9 } }), embed);
    expect(answer).toMatchObject({ usage: { inputTokens: 9 } });
  });

  it('are requested in base64 and in fewer dimensions as configured', async () => {
    const call: Call<unknown> = (models) => models.embed(MODEL, { texts: ['a'], dimensions: 2 }, signal);
    const { body } = await ask(answerWithJson({ data: [data[0]] }), call, { embeddingEncoding: 'base64' });
    expect(body()).toMatchObject({ encoding_format: 'base64', dimensions: 2 });
  });

  it('are not requested without texts', async () => {
    const models = createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await models.embed(MODEL, { texts: [] }, signal)).toMatchObject({ vectors: [] });
  });

  it.each<[string, unknown]>([
    ['too few', { data: [data[0]] }],
    ['none', {}],
    ['a list', []],
    ['words', { data: [{ embedding: ['a'] }, data[0]] }],
    ['nothing in them', { data: [{ embedding: [] }, { embedding: [] }] }],
    ['null in them', { data: [{ embedding: [1, null] }, data[0]] }],
    ['half a number', { data: [{ embedding: 'AAAA' }, data[0]] }],
    ['no number', { data: [{ embedding: floats(Number.NaN, 1) }, data[0]] }],
    ['invalid base64 bytes', { data: [{ embedding: '*' }, data[0]] }],
    ['different lengths', { data: [{ embedding: [1] }, data[0]] }],
    ['one twice', { data: data.map((item) => ({ ...item, index: 0 })) }],
    ['one out of range', { data: data.map((item) => ({ ...item, index: 7 })) }],
  ])('fail with %s', async (_, answer) => {
    expect(await askToFail(answerWithJson(answer), embed)).toMatchObject({ reason: 'malformed' });
  });

  it('fail with other dimensions than requested', async () => {
    const call: Call<unknown> = (models) => models.embed(MODEL, { texts: ['a'], dimensions: 5 }, signal);
    expect(await askToFail(answerWithJson({ data: [data[0]] }), call)).toMatchObject({ reason: 'malformed' });
  });
});
