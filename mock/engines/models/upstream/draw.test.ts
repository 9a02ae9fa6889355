import { describe, expect, it } from 'vitest';
import { toBase64 } from '../base64.ts';
import { encodePicture, readPicture } from '../picture-codec.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { mediaTypeOf } from './media-type.ts';
import { ask, askToFail, type Call } from './testing/ask.ts';
import { JPEG, PNG } from './testing/media.ts';
import { answerWith, answerWithJson, StubUpstream } from './testing/stub-upstream.ts';

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

  const drawJpeg: Call<Uint8Array> = (models) =>
    models.draw(MODEL, { prompt: 'a', width: 8, height: 8, mediaType: 'image/jpeg' }, signal);

  it('are made JPEG where a server knows PNG only', async () => {
    const data = new Uint8Array(8 * 8 * 3).map((_, index) => (index % 3 === 0 ? 255 : 0));
    const png = await encodePicture({ width: 8, height: 8, data }, 'image/png');
    const { answer } = await ask(answerWithJson({ data: [{ b64_json: toBase64(png) }] }), drawJpeg);
    expect(mediaTypeOf(answer)).toBe('image/jpeg');
    const [red = 0, green = 0, blue = 0] = (await readPicture(answer)).data;
    expect([red > 240, green < 20, blue < 20]).toEqual([true, true, true]);
  });

  it('fail where such a PNG is broken', async () => {
    const broken = answerWithJson({ data: [{ b64_json: toBase64(PNG) }] });
    expect(await askToFail(broken, drawJpeg)).toMatchObject({ reason: 'malformed' });
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
    expect(await askToFail(answerWithJson(answer), draw)).toMatchObject({ reason: 'malformed' });
  });
});
