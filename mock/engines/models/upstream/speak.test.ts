import { describe, expect, it } from 'vitest';
import { ask, askToFail, type Call } from './testing/ask.ts';
import { MP3, wav } from './testing/media.ts';
import { answerWith, answerWithJson, type StubHandler } from './testing/stub-upstream.ts';

const MODEL = { id: 'openai/gpt-5' };
const { signal } = new AbortController();

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
    expect(await askToFail(handler, speak)).toMatchObject({ reason });
  });
});
