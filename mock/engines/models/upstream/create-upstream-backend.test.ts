import { describe, expect, it } from 'vitest';
import type { ModelBackend } from '../backend.ts';
import { toBase64 } from '../base64.ts';
import { ModelError } from '../model-error.ts';
import { collect, userSays } from '../replies/testing/echo-backend.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import type { UpstreamOptions } from './options.ts';
import {
  answerWith,
  answerWithEvents,
  answerWithJson,
  DONE,
  delta,
  type StubHandler,
  StubUpstream,
} from './testing/stub-upstream.ts';

const MODEL = { id: 'openai/gpt-5' };
const { signal } = new AbortController();
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 9]);
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);
const MP3 = new Uint8Array([0x49, 0x44, 0x33, 4]);

/** A WAV file of 8-bit samples, 8000 a second. */
function wav(samples: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(44 + samples));
  const tag = (offset: number, text: string) => {
    for (const [index, character] of [...text].entries())
      view.setUint8(offset + index, character.charCodeAt(0));
  };
  tag(0, 'RIFF');
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint32(28, 8000, true);
  tag(36, 'data');
  view.setUint32(40, samples, true);
  return new Uint8Array(view.buffer);
}

type Call<T> = (models: ModelBackend) => Promise<T>;

/** What a call gives for a stub's answer, and what the stub was asked. */
async function ask<T>(handler: StubHandler, call: Call<T>, options: Partial<UpstreamOptions> = {}) {
  await using stub = await StubUpstream.start(handler);
  const answer = await call(createUpstreamBackend({ baseUrl: stub.baseUrl, ...options }));
  const request = stub.requests.at(-1);
  if (request === undefined) throw new Error('nothing was asked');
  return { answer, request, body: () => JSON.parse(request.body), baseUrl: stub.baseUrl };
}

async function failureOf<T>(handler: StubHandler, call: Call<T>): Promise<ModelError> {
  const outcome = await ask(handler, call).catch((error: unknown) => error);
  if (!(outcome instanceof ModelError)) throw new Error(`no ModelError: ${JSON.stringify(outcome)}`);
  return outcome;
}

describe('the request to an upstream', () => {
  const chat: Call<unknown> = (models) =>
    collect(models.generate({ id: '@cf/meta/llama' }, { messages: [userSays('Hi')] }, signal));
  const hi = answerWithEvents(delta({ content: 'Hi.' }), DONE);

  it('has the path, the key and the headers that it should', async () => {
    const headers = { 'x-team': 'a' };
    const { request } = await ask(hi, chat, { apiKey: 'secret', headers });
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: {
        authorization: 'Bearer secret',
        'content-type': 'application/json',
        'x-team': 'a',
        accept: 'text/event-stream, application/json;q=0.9',
      },
    });
  });

  it('has no key where there is none', async () => {
    const { request } = await ask(hi, chat);
    expect(request.headers).not.toHaveProperty('authorization');
  });

  it.each<[UpstreamOptions['modelMap'], string]>([
    [undefined, '@cf/meta/llama'],
    [{}, '@cf/meta/llama'],
    [{ 'openai/*': 'a' }, '@cf/meta/llama'],
    [{ '*': 'a', '@cf/*': 'b' }, 'b'],
    [{ '@cf/*': 'b', '*': 'a' }, 'b'],
    [{ '@cf/*': 'b', '@cf/meta/llama': 'c' }, 'c'],
    [(id) => id.slice(4), 'meta/llama'],
  ])('names the model by the map %j', async (modelMap, name) => {
    const { body } = await ask(hi, chat, modelMap === undefined ? {} : { modelMap });
    expect(body()).toMatchObject({ model: name });
  });

  it.each([
    'ftp://a.test/v1',
    'a.test',
    '',
    'http://u:p@a.test/v1',
    'http://a.test/v1?a=b',
    'http://a.test/#c',
  ])('cannot go to %j', (baseUrl) => {
    expect(() => createUpstreamBackend({ baseUrl })).toThrow(ModelError);
  });

  it('goes to a base URL with slashes at its end', async () => {
    await using stub = await StubUpstream.start(hi);
    await chat(createUpstreamBackend({ baseUrl: `${stub.baseUrl}//` }));
    expect(stub.requests[0]?.path).toBe('/v1/chat/completions');
  });

  it('does not say the key when it cannot be sent', async () => {
    const models = createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sec\nret' });
    const failure: unknown = await chat(models).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'unavailable' });
  });
});

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
  ])('are understood %s, and made unit vectors', async (_, answer) => {
    const { answer: vectors, request, body } = await ask(answerWithJson(answer), embed);
    expect(vectors).toEqual({ vectors: expected, usage: { inputTokens: 2, outputTokens: 0 } });
    expect(request.path).toBe('/v1/embeddings');
    expect(body()).toEqual({ model: 'openai/gpt-5', input: ['four', 'b'], encoding_format: 'float' });
  });

  it('are counted as the upstream says', async () => {
    const { answer } = await ask(answerWithJson({ data, usage: { prompt_tokens: 9 } }), embed);
    expect(answer).toMatchObject({ usage: { inputTokens: 9 } });
  });

  it('are asked for in base64 and in fewer dimensions where wanted', async () => {
    const call: Call<unknown> = (models) => models.embed(MODEL, { texts: ['a'], dimensions: 2 }, signal);
    const { body } = await ask(answerWithJson({ data: [data[0]] }), call, { embeddingEncoding: 'base64' });
    expect(body()).toMatchObject({ encoding_format: 'base64', dimensions: 2 });
  });

  it('are not asked for where there is no text', async () => {
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
    ['bytes that are no base64', { data: [{ embedding: '*' }, data[0]] }],
    ['different lengths', { data: [{ embedding: [1] }, data[0]] }],
    ['one twice', { data: data.map((item) => ({ ...item, index: 0 })) }],
    ['one beyond the last', { data: data.map((item) => ({ ...item, index: 7 })) }],
  ])('fail with %s', async (_, answer) => {
    expect(await failureOf(answerWithJson(answer), embed)).toMatchObject({ reason: 'malformed' });
  });

  it('fail with other dimensions than wanted', async () => {
    const call: Call<unknown> = (models) => models.embed(MODEL, { texts: ['a'], dimensions: 5 }, signal);
    expect(await failureOf(answerWithJson({ data: [data[0]] }), call)).toMatchObject({ reason: 'malformed' });
  });
});

describe('pictures of an upstream', () => {
  const draw: Call<Uint8Array> = (models) =>
    models.draw(MODEL, { prompt: 'a cat', width: 64, height: 32, mediaType: 'image/png', seed: 1 }, signal);
  const base64 = toBase64(PNG);

  it.each<[string, object]>([
    ['in base64', { data: [{ b64_json: base64 }] }],
    ['by a data URL', { data: [{ url: `data:image/png;base64,${base64}` }] }],
  ])('come %s', async (_, answer) => {
    const { answer: picture, request, body } = await ask(answerWithJson(answer), draw);
    expect(picture).toEqual(PNG);
    expect(request.path).toBe('/v1/images/generations');
    expect(body()).toEqual({
      model: 'openai/gpt-5',
      prompt: 'a cat',
      n: 1,
      size: '64x32',
      response_format: 'b64_json',
      seed: 1,
    });
  });

  it('come by a URL, without the key where it is of somebody else', async () => {
    await using other = await StubUpstream.start(answerWith('image/png', PNG));
    const elsewhere = other.baseUrl.replace('/v1', '/cat.png');
    const { answer } = await ask(answerWithJson({ data: [{ url: elsewhere }] }), draw, { apiKey: 'secret' });
    expect(answer).toEqual(PNG);
    expect(other.requests).toMatchObject([{ method: 'GET', path: '/cat.png' }]);
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('come by a URL, with the key where it is of the upstream', async () => {
    await using stub = await StubUpstream.start((socket, request) =>
      request.method === 'GET'
        ? answerWith('image/png', PNG)(socket, request)
        : answerWithJson({ data: [{ url: `${stub.baseUrl}/cat.png` }] })(socket, request),
    );
    expect(await draw(createUpstreamBackend({ baseUrl: stub.baseUrl, apiKey: 'secret' }))).toEqual(PNG);
    expect(stub.requests[1]?.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  it('are asked for as JPEG, and without what is not wanted', async () => {
    const call: Call<Uint8Array> = (models) =>
      models.draw(
        MODEL,
        { prompt: 'a', negativePrompt: 'dogs', width: 1, height: 1, mediaType: 'image/jpeg' },
        signal,
      );
    const { answer, body } = await ask(answerWithJson({ data: [{ b64_json: toBase64(JPEG) }] }), call);
    expect(answer).toEqual(JPEG);
    expect(body()).toMatchObject({ output_format: 'jpeg', negative_prompt: 'dogs' });
  });

  it.each<[string, unknown]>([
    ['another type', { data: [{ b64_json: toBase64(JPEG) }] }],
    ['no type', { data: [{ b64_json: 'AAAA' }] }],
    ['no base64', { data: [{ b64_json: '*' }] }],
    ['nothing', { data: [] }],
    ['no list', {}],
    ['an address that is none', { data: [{ url: 'cat.png' }] }],
    ['a file', { data: [{ url: 'file:///etc/passwd' }] }],
  ])('fail with %s', async (_, answer) => {
    expect(await failureOf(answerWithJson(answer), draw)).toMatchObject({ reason: 'malformed' });
  });
});

describe('speech of an upstream', () => {
  const speak: Call<Uint8Array> = (models) =>
    models.speak(MODEL, { text: 'Hi', voice: 'nova', mediaType: 'audio/mpeg' }, signal);

  it('comes as bytes', async () => {
    const { answer, request, body } = await ask(answerWith('audio/mpeg', MP3), speak);
    expect(answer).toEqual(MP3);
    expect(request.path).toBe('/v1/audio/speech');
    expect(body()).toEqual({ model: 'openai/gpt-5', input: 'Hi', voice: 'nova', response_format: 'mp3' });
  });

  it('is asked for as WAV, in a voice that is known', async () => {
    const call: Call<Uint8Array> = (models) =>
      models.speak(MODEL, { text: 'Hi', mediaType: 'audio/wav' }, signal);
    const { answer, body } = await ask(answerWith('application/octet-stream', wav(3)), call);
    expect(answer).toEqual(wav(3));
    expect(body()).toMatchObject({ voice: 'alloy', response_format: 'wav' });
  });

  it.each<[string, StubHandler, string]>([
    ['another type', answerWith('audio/mpeg', wav(3)), 'malformed'],
    ['nothing', answerWith('audio/mpeg', ''), 'malformed'],
    ['an error', answerWithJson({ error: { message: 'no', code: 429 } }), 'overloaded'],
    ['JSON', answerWithJson({}), 'malformed'],
  ])('fails with %s', async (_, handler, reason) => {
    expect(await failureOf(handler, speak)).toMatchObject({ reason });
  });
});

describe('transcripts of an upstream', () => {
  const hear =
    (audio: Uint8Array, language?: string): Call<unknown> =>
    (models) =>
      models.transcribe(MODEL, { audio, ...(language !== undefined && { language }) }, signal);
  const words = [{ word: 'Hi', start: 0.1, end: 0.4 }];

  it('are asked for with the bytes', async () => {
    const full = { text: ' Hi ', language: 'english', duration: '1.5', words };
    const { answer, request } = await ask(answerWithJson(full), hear(MP3, 'en'));
    expect(answer).toEqual({ text: 'Hi', language: 'english', duration: 1.5, words });
    expect(request.path).toBe('/v1/audio/transcriptions');
    expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    for (const part of ['filename="audio.mp3"', 'ID3\u0004', 'verbose_json', 'openai/gpt-5', 'audio/mpeg']) {
      expect(request.body).toContain(part);
    }
  });

  it.each<[string, Uint8Array, object, object]>([
    ['nothing but text', MP3, { text: 'a b' }, { language: 'en', duration: 0, words: [] }],
    ['null for the rest', MP3, { text: 'a', language: null, duration: null, words: null }, { words: [] }],
    [
      'the length of the sound',
      wav(16_000),
      { text: 'a bbb' },
      {
        duration: 2,
        words: [
          { word: 'a', start: 0, end: 0.5 },
          { word: 'bbb', start: 0.5, end: 2 },
        ],
      },
    ],
    [
      'segments',
      MP3,
      {
        text: 'a b',
        segments: [
          { text: ' a ', start: 1, end: 2 },
          { text: 'b', start: 4, end: 6 },
        ],
      },
      {
        duration: 6,
        words: [
          { word: 'a', start: 1, end: 2 },
          { word: 'b', start: 4, end: 6 },
        ],
      },
    ],
    ['words without duration', MP3, { text: 'Hi', words }, { duration: 0.4, words }],
  ])('are made of %s', async (_, audio, answer, expected) => {
    expect((await ask(answerWithJson(answer), hear(audio))).answer).toMatchObject(expected);
  });

  it.each([{}, { text: 7 }, { text: 'a', words: [{}] }])('fail with %j', async (answer) => {
    expect(await failureOf(answerWithJson(answer), hear(MP3))).toMatchObject({ reason: 'malformed' });
  });
});

describe('tasks that are asked as prompts', () => {
  const says = (text: string) => answerWithEvents(delta({ content: text }), DONE);
  const image = PNG;
  const translate: Call<unknown> = (models) =>
    models.translate(MODEL, { text: 'Hello', from: 'en', to: 'de' }, signal);
  const classify: Call<unknown> = (models) => models.classify(MODEL, { text: 'Great' }, signal);
  const rank: Call<unknown> = (models) => models.rank(MODEL, { query: 'q', documents: ['a', 'b'] }, signal);
  const label: Call<unknown> = (models) => models.label(MODEL, { image }, signal);

  it.each<[string, Call<unknown>, string, unknown, readonly string[]]>([
    ['translations', translate, ' Hallo\n', 'Hallo', ['Hello', '\\"en\\"', '\\"de\\"']],
    [
      'summaries',
      (models) => models.summarise(MODEL, { text: 'Long', maxTokens: 7 }, signal),
      'Short',
      'Short',
      ['Long', '"max_tokens":7'],
    ],
    [
      'descriptions',
      (models) => models.describe(MODEL, { image, prompt: 'What?', maxTokens: 9 }, signal),
      'A cat',
      'A cat',
      ['What?', 'data:image/png;base64,', '"max_tokens":9'],
    ],
    [
      'sentiments',
      classify,
      '{"positive":0.25}',
      [
        { label: 'NEGATIVE', score: 0.75 },
        { label: 'POSITIVE', score: 0.25 },
      ],
      ['Great', 'json_schema'],
    ],
    [
      'scores beyond 1',
      classify,
      '{"positive":7}',
      expect.arrayContaining([{ label: 'POSITIVE', score: 1 }]),
      [],
    ],
    ['rankings', rank, '```json\n{"scores":[0.1,0.9]}\n```', [0.1, 0.9], ['"minItems":2', 'json_schema']],
    [
      'labels',
      label,
      '{"labels":[{"label":"dog","score":0.1},{"label":"cat","score":0.8}]}',
      [
        { label: 'cat', score: 0.8 },
        { label: 'dog', score: 0.1 },
      ],
      ['data:image/png;base64,'],
    ],
  ])('give %s', async (_, call, text, expected, parts) => {
    const { answer, request } = await ask(says(text), call);
    expect(answer).toEqual(expected);
    expect(request.path).toBe('/v1/chat/completions');
    for (const part of parts) expect(request.body).toContain(part);
  });

  it.each<[string, Call<unknown>, string]>([
    ['no text', translate, ' '],
    ['no JSON', classify, 'It is positive.'],
    ['other JSON', classify, '{"negative":1}'],
    ['too few scores', rank, '{"scores":[1]}'],
    ['labels without scores', label, '{"labels":[{"label":"cat"}]}'],
  ])('fail with %s', async (_, call, text) => {
    expect(await failureOf(says(text), call)).toMatchObject({ reason: 'malformed' });
  });

  it('need no upstream to rank nothing', async () => {
    const models = createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1' });
    expect(await models.rank(MODEL, { query: 'q', documents: [] }, signal)).toEqual([]);
  });

  it('are refused where no prompt would do', async () => {
    const models = createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1' });
    await expect(models.detect(MODEL, { image }, signal)).rejects.toMatchObject({ reason: 'bad-input' });
  });
});

describe('every call to an upstream', () => {
  const calls: readonly [string, (models: ModelBackend, asking: AbortSignal) => Promise<unknown>][] = [
    ['embed', (models, asking) => models.embed(MODEL, { texts: ['a'] }, asking)],
    [
      'draw',
      (models, asking) =>
        models.draw(MODEL, { prompt: 'a', width: 1, height: 1, mediaType: 'image/png' }, asking),
    ],
    ['speak', (models, asking) => models.speak(MODEL, { text: 'a', mediaType: 'audio/wav' }, asking)],
    ['transcribe', (models, asking) => models.transcribe(MODEL, { audio: MP3 }, asking)],
    ['translate', (models, asking) => models.translate(MODEL, { text: 'a', from: 'en', to: 'de' }, asking)],
    ['rank', (models, asking) => models.rank(MODEL, { query: 'a', documents: ['b'] }, asking)],
  ];

  it.each(calls)('closes the connection when it is aborted: %s', async (_, call) => {
    await using stub = await StubUpstream.start(() => {});
    const controller = new AbortController();
    const asking = call(createUpstreamBackend({ baseUrl: stub.baseUrl }), controller.signal);
    setTimeout(() => controller.abort('gone'), 30);
    await expect(asking).rejects.toBe('gone');
    await stub.allClosed();
  });

  it.each(calls)('passes on why it was refused: %s', async (_, call) => {
    const failure = await failureOf(
      answerWithJson({ error: { message: 'no model' } }, '404 Not Found'),
      (models) => call(models, signal),
    );
    expect(failure).toMatchObject({ reason: 'bad-input', status: 404 });
  });

  it.each(calls)('fails for JSON that is none: %s', async (_, call) => {
    const failure = await failureOf(answerWith('application/json', '{"data":'), (models) =>
      call(models, signal),
    );
    expect(failure).toMatchObject({ reason: 'malformed' });
  });
});
