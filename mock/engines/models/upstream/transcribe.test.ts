import { describe, expect, it } from 'vitest';
import { ask, askToFail, type Call } from './testing/ask.ts';
import { MP3, wav } from './testing/media.ts';
import { answerWithJson } from './testing/stub-upstream.ts';

const MODEL = { id: 'openai/gpt-5' };
const { signal } = new AbortController();

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
    expect(await askToFail(answerWithJson(answer), hear(MP3))).toMatchObject({ reason: 'malformed' });
  });
});
