import { describe, expect, it } from 'vitest';
import { toBase64 } from '../base64.ts';
import { getMediaType } from '../media-type.ts';
import { encodePicture, readPicture } from '../picture-codec.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { ask, askToFail, type Call, JPEG, MP3, PNG, wav } from './testing/ask.ts';
import { answerWith, answerWithJson, type StubHandler, StubUpstream } from './testing/stub-upstream.ts';

const MODEL = { id: 'openai/gpt-5' };
const { signal } = new AbortController();

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

  it('come by a URL, without the key for another origin', async () => {
    await using other = await StubUpstream.start(answerWith('image/png', PNG));
    const elsewhere = other.baseUrl.replace('/v1', '/cat.png');
    const { answer } = await ask(answerWithJson({ data: [{ url: elsewhere }] }), draw, { apiKey: 'secret' });
    expect(answer).toEqual(PNG);
    expect(other.requests).toMatchObject([{ method: 'GET', path: '/cat.png' }]);
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('come by a URL, with the key for the upstream’s origin', async () => {
    await using stub = await StubUpstream.start((socket, request) =>
      request.method === 'GET'
        ? answerWith('image/png', PNG)(socket, request)
        : answerWithJson({ data: [{ url: `${stub.baseUrl}/cat.png` }] })(socket, request),
    );
    expect(await draw(createUpstreamBackend({ baseUrl: stub.baseUrl, apiKey: 'secret' }))).toEqual(PNG);
    expect(stub.requests[1]?.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  it('are requested as JPEG, and without the negative prompt', async () => {
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

  const drawJpeg: Call<Uint8Array> = (models) =>
    models.draw(MODEL, { prompt: 'a', width: 8, height: 8, mediaType: 'image/jpeg' }, signal);

  it('are converted to JPEG if a server supports PNG only', async () => {
    const data = new Uint8Array(8 * 8 * 3).map((_, index) => (index % 3 === 0 ? 255 : 0));
    const png = await encodePicture({ width: 8, height: 8, data }, 'image/png');
    const { answer } = await ask(answerWithJson({ data: [{ b64_json: toBase64(png) }] }), drawJpeg);
    expect(getMediaType(answer)).toBe('image/jpeg');
    const [red = 0, green = 0, blue = 0] = (await readPicture(answer)).data;
    expect([red > 240, green < 20, blue < 20]).toEqual([true, true, true]);
  });

  it('fail for a broken PNG', async () => {
    const broken = answerWithJson({ data: [{ b64_json: toBase64(PNG) }] });
    expect(await askToFail(broken, drawJpeg)).toMatchObject({ reason: 'malformed' });
  });

  it.each<[string, unknown]>([
    ['another type', { data: [{ b64_json: toBase64(JPEG) }] }],
    ['no type', { data: [{ b64_json: 'AAAA' }] }],
    ['no base64', { data: [{ b64_json: '*' }] }],
    ['nothing', { data: [] }],
    ['no list', {}],
    ['an invalid address', { data: [{ url: 'cat.png' }] }],
    ['a file', { data: [{ url: 'file:///etc/passwd' }] }],
  ])('fail with %s', async (_, answer) => {
    expect(await askToFail(answerWithJson(answer), draw)).toMatchObject({ reason: 'malformed' });
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

  it('is requested as WAV, in a known voice', async () => {
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
    expect(await askToFail(handler, speak)).toMatchObject({ reason });
  });
});

describe('transcripts of an upstream', () => {
  const hear =
    (audio: Uint8Array, language?: string): Call<unknown> =>
    (models) =>
      models.transcribe(MODEL, { audio, ...(language !== undefined && { language }) }, signal);
  const words = [{ word: 'Hi', start: 0.1, end: 0.4 }];

  it('are requested with the bytes', async () => {
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
    expect(await askToFail(answerWithJson(answer), hear(MP3))).toMatchObject({ reason: 'malformed' });
  });
});
