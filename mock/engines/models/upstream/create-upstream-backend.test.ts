import { describe, expect, it } from 'vitest';
import type { ModelBackend } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { collect } from '../replies/testing/script.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { type UpstreamOptions, upstreamModel } from './options.ts';
import { ask, askToFail, type Call, MODEL, MP3, REQUEST, never as signal } from './testing/ask.ts';
import { answerWithEvents, answerWithJson, DONE, finish, StubUpstream } from './testing/stub-upstream.ts';

describe('an upstream', () => {
  it('is asked at its path, with the key and the headers', async () => {
    await using stub = await StubUpstream.start(answerWithEvents(finish('stop') + DONE));
    const [baseUrl, apiKey] = [`${stub.baseUrl}//`, 'secret'];
    const ask = (options: Partial<UpstreamOptions>) =>
      collect(createUpstreamBackend({ baseUrl, ...options }).generate(MODEL, REQUEST, signal));
    await ask({ apiKey, headers: { 'x-team': 'a' }, modelMap: { '*': 'mine' } });
    await ask({});
    const [first, second] = stub.requests;
    expect(first).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(first?.headers).toMatchObject({ authorization: 'Bearer secret', 'x-team': 'a' });
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ model: 'mine' });
    expect(second?.headers).not.toHaveProperty('authorization');
  });

  it.each<[UpstreamOptions['modelMap'], string]>([
    [undefined, '@cf/meta/llama'],
    [{ 'openai/*': 'a' }, '@cf/meta/llama'],
    [{ '*': 'a', '@cf/*': 'b' }, 'b'],
    [{ '@cf/*': 'b', '@cf/meta/llama': 'c' }, 'c'],
    [(id) => id.slice(4), 'meta/llama'],
  ])('has the name of a model by the map %j', (modelMap, name) => {
    expect(upstreamModel('@cf/meta/llama', modelMap)).toBe(name);
  });

  it.each([
    'ftp://a.test/v1',
    'a.test',
    '',
    'http://u:p@a.test/v1',
    'http://a.test/v1?a=b',
    'http://a.test/#c',
  ])('is refused with the base URL %j', (baseUrl) => {
    expect(() => createUpstreamBackend({ baseUrl })).toThrow(ModelError);
  });

  it.each<Partial<UpstreamOptions>>([
    { apiKey: 'sec\nret' },
    { headers: { 'x-key': 'sec\nret' } },
    { headers: { 'x key': 'secret' } },
  ])('is refused with a header that cannot be sent, without revealing it: %j', (options) => {
    const create = () => createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1', ...options });
    expect(create).toThrow(ModelError);
    expect(create).not.toThrow(/sec|ret/);
  });
});

describe('every call to an upstream', () => {
  const picture = { prompt: 'a', width: 1, height: 1, mediaType: 'image/png' } as const;
  const calls: readonly [string, (models: ModelBackend, asking: AbortSignal) => Promise<unknown>][] = [
    ['embed', (models, asking) => models.embed(MODEL, { texts: ['a'] }, asking)],
    ['draw', (models, asking) => models.draw(MODEL, picture, asking)],
    ['speak', (models, asking) => models.speak(MODEL, { text: 'a', mediaType: 'audio/wav' }, asking)],
    ['transcribe', (models, asking) => models.transcribe(MODEL, { audio: MP3 }, asking)],
    ['translate', (models, asking) => models.translate(MODEL, { text: 'a', from: 'en', to: 'de' }, asking)],
  ];

  it.each(calls)('closes the connection when it is aborted: %s', async (_, call) => {
    await using stub = await StubUpstream.start(() => {});
    const controller = new AbortController();
    const asking = call(createUpstreamBackend({ baseUrl: stub.baseUrl }), controller.signal);
    setTimeout(() => controller.abort('gone'), 30);
    await expect(asking).rejects.toBe('gone');
    await stub.allClosed();
  });

  it.each(calls)('passes on the reason of a refusal: %s', async (_, call) => {
    const refuse = answerWithJson({ error: { message: 'no model' } }, 404);
    const failure = await askToFail(refuse, (models) => call(models, signal));
    expect(failure).toMatchObject({ reason: 'bad-input', status: 404 });
    expect(failure.message).toBe('The upstream answered 404: no model');
  });
});

describe('vectors of an upstream', () => {
  const embed: Call<unknown> = (models) => models.embed(MODEL, { texts: ['four', 'b'] }, signal);
  const one = { embedding: [3, 4] };
  const data = [one, { embedding: [0, -2] }];

  it('are normalized, with a count where usage is missing', async () => {
    const { answer, request, body } = await ask(answerWithJson({ data }), embed);
    const vectors = [new Float32Array([0.6, 0.8]), new Float32Array([0, -1])];
    expect(answer).toEqual({ vectors, usage: { inputTokens: 2, outputTokens: 0 } });
    expect(request.path).toBe('/v1/embeddings');
    expect(body()).toEqual({ model: MODEL.id, input: ['four', 'b'], encoding_format: 'float' });
  });

  it('have the usage and the dimensions that were asked for', async () => {
    const call: Call<unknown> = (models) => models.embed(MODEL, { texts: ['a'], dimensions: 2 }, signal);
    const { answer, body } = await ask(answerWithJson({ data: [one], usage: { prompt_tokens: 9 } }), call);
    expect(answer).toMatchObject({ usage: { inputTokens: 9 } });
    expect(body()).toMatchObject({ dimensions: 2 });
    const other = answerWithJson({ data: [{ embedding: [1, 2, 3] }] });
    expect(await askToFail(other, call)).toMatchObject({ reason: 'malformed' });
  });

  it('are not requested without texts', async () => {
    const models = createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await models.embed(MODEL, { texts: [] }, signal)).toMatchObject({ vectors: [] });
  });

  it.each<[string, unknown]>([
    ['too few', { data: [one] }],
    ['none', {}],
    ['words', { data: [{ embedding: ['a'] }, one] }],
    ['nothing in them', { data: [{ embedding: [] }, { embedding: [] }] }],
    ['different lengths', { data: [{ embedding: [1] }, one] }],
  ])('fail with %s', async (_, answer) => {
    expect(await askToFail(answerWithJson(answer), embed)).toMatchObject({ reason: 'malformed' });
  });
});
