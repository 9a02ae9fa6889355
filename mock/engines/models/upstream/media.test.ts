import { describe, expect, it } from 'vitest';
import { toBase64 } from '../base64.ts';
import { getMediaType } from '../media-type.ts';
import { encodePicture, readPicture } from '../picture-codec.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { ask, askToFail, type Call, JPEG, MODEL, MP3, PNG, never as signal, wav } from './testing/ask.ts';
import { answerWith, answerWithJson, type StubHandler, StubUpstream } from './testing/stub-upstream.ts';

describe('pictures of an upstream', () => {
  const cat = { prompt: 'a cat', negativePrompt: 'dogs', width: 64, height: 32, seed: 1 };
  const draw =
    (mediaType: 'image/png' | 'image/jpeg'): Call<Uint8Array> =>
    (models) =>
      models.draw(MODEL, { ...cat, mediaType }, signal);
  const answer = (bytes: Uint8Array) => answerWithJson({ data: [{ b64_json: toBase64(bytes) }] });

  it('come in base64', async () => {
    const { answer: picture, request, body } = await ask(answer(PNG), draw('image/png'));
    expect(picture).toEqual(PNG);
    expect(request.path).toBe('/v1/images/generations');
    const more = { response_format: 'b64_json', negative_prompt: 'dogs', seed: 1 };
    expect(body()).toEqual({ model: MODEL.id, prompt: 'a cat', n: 1, size: '64x32', ...more });
  });

  it("come by an address of the upstream's, with the key", async () => {
    await using stub = await StubUpstream.start((response, request) =>
      request.method === 'GET'
        ? answerWith('image/png', PNG)(response, request)
        : answerWithJson({ data: [{ url: `${stub.baseUrl}/cat.png` }] })(response, request),
    );
    const models = createUpstreamBackend({ baseUrl: stub.baseUrl, apiKey: 'secret' });
    expect(await draw('image/png')(models)).toEqual(PNG);
    expect(stub.requests[1]?.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  it('are requested as JPEG, and converted if a server supports PNG only', async () => {
    const { answer: picture, body } = await ask(answer(JPEG), draw('image/jpeg'));
    expect(picture).toEqual(JPEG);
    expect(body()).toMatchObject({ output_format: 'jpeg' });
    const data = new Uint8Array(8 * 8 * 3).map((_, index) => (index % 3 === 0 ? 255 : 0));
    const png = await encodePicture({ width: 8, height: 8, data }, 'image/png');
    const { answer: converted } = await ask(answer(png), draw('image/jpeg'));
    expect(getMediaType(converted)).toBe('image/jpeg');
    const [red = 0, green = 0, blue = 0] = (await readPicture(converted)).data;
    expect([red > 240, green < 20, blue < 20]).toEqual([true, true, true]);
  });

  it.each<[string, StubHandler, 'image/png' | 'image/jpeg']>([
    ['a broken PNG', answer(PNG), 'image/jpeg'],
    ['another type', answer(JPEG), 'image/png'],
    ['no base64', answerWithJson({ data: [{ b64_json: '*' }] }), 'image/png'],
    ['nothing', answerWithJson({ data: [] }), 'image/png'],
    ['no list', answerWithJson({}), 'image/png'],
    ['a file of this machine', answerWithJson({ data: [{ url: 'file:///etc/passwd' }] }), 'image/png'],
  ])('fail with %s', async (_, handler, mediaType) => {
    expect(await askToFail(handler, draw(mediaType))).toMatchObject({ reason: 'malformed' });
  });
});

describe('speech of an upstream', () => {
  it.each([
    ['audio/mpeg', MP3, 'nova', { voice: 'nova', response_format: 'mp3' }],
    ['audio/wav', wav(3), undefined, { voice: 'alloy', response_format: 'wav' }],
  ] as const)('comes as bytes of %s', async (mediaType, bytes, voice, expected) => {
    const call: Call<Uint8Array> = (models) =>
      models.speak(MODEL, { text: 'Hi', mediaType, ...(voice && { voice }) }, signal);
    const { answer, request, body } = await ask(answerWith('application/octet-stream', bytes), call);
    expect(answer).toEqual(bytes);
    expect(request.path).toBe('/v1/audio/speech');
    expect(body()).toEqual({ model: MODEL.id, input: 'Hi', ...expected });
    const failure = await askToFail(answerWith('audio/mpeg', 'nothing like it'), call);
    expect(failure).toMatchObject({ reason: 'malformed' });
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
    for (const part of ['filename="audio.mp3"', 'ID3\u0004', 'verbose_json', MODEL.id, 'audio/mpeg']) {
      expect(request.body).toContain(part);
    }
  });

  const word = (text: string, start: number, end: number) => ({ word: text, start, end });
  const segment = (text: string, start: number, end: number) => ({ text, start, end });
  it.each<[string, Uint8Array, object, object]>([
    ['nothing but text', MP3, { text: 'a b' }, { language: 'en', duration: 0, words: [] }],
    ['null for the rest', MP3, { text: 'a', language: null, duration: null, words: null }, { words: [] }],
    [
      'the length of the sound',
      wav(16_000),
      { text: 'a bbb' },
      { duration: 2, words: [word('a', 0, 0.5), word('bbb', 0.5, 2)] },
    ],
    [
      'segments',
      MP3,
      { text: 'a b', segments: [segment(' a ', 1, 2), segment('b', 4, 6)] },
      { duration: 6, words: [word('a', 1, 2), word('b', 4, 6)] },
    ],
    ['words without duration', MP3, { text: 'Hi', words }, { duration: 0.4, words }],
  ])('are made of %s', async (_, audio, answer, expected) => {
    expect((await ask(answerWithJson(answer), hear(audio))).answer).toMatchObject(expected);
  });

  it.each<[string, StubHandler, string]>([
    ['no text', answerWithJson({ text: 7 }), 'malformed'],
    ['what is not JSON', answerWith('application/json', '{"text":'), 'malformed'],
    ['an error', answerWithJson({ error: { message: 'no', code: 429 } }), 'overloaded'],
  ])('fail with %s', async (_, handler, reason) => {
    expect(await askToFail(handler, hear(MP3))).toMatchObject({ reason });
  });
});
