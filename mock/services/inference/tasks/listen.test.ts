import { describe, expect, test } from 'vitest';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { toBase64 } from '../../../engines/models/base64.ts';
import { getSegments, webVtt } from './listen.ts';
import { getRecording, getResult, perform, scripted } from './testing/perform.ts';

const spoken = 'Good morning. How are you?';
const wav = await getRecording(spoken);
const whisper = '@cf/openai/whisper';
const large = '@cf/openai/whisper-large-v3-turbo';

describe('models that listen', () => {
  test('translate to English on request', async () => {
    const audio = toBase64(await getRecording('Bonjour monde'));
    expect(await getResult(large, { audio, language: 'fr', task: 'translate' })).toMatchObject({
      text: '[en] Bonjour monde',
      word_count: 3,
      transcription_info: { language: 'fr' },
    });
    expect(await getResult(large, { audio, language: 'fr' })).toMatchObject({ text: 'Bonjour monde' });
  });

  test('refuse input that is no sound, and invalid Base64', async () => {
    await expect(perform(whisper, { audio: [1, 2, 3] })).rejects.toMatchObject({ reason: 'bad-input' });
    const audio = { body: 'no base64!', contentType: 'audio/wav' };
    await expect(perform('@cf/deepgram/nova-3', { audio })).rejects.toMatchObject({
      failure: 'base64-invalid',
      message: 'AiError: Invalid data type for base64 input: string',
    });
    await expect(
      perform('@cf/deepgram/nova-3', { audio: { body: 7, contentType: 'audio/wav' } }),
    ).rejects.toMatchObject({ message: 'AiError: Invalid data type for base64 input: number' });
  });
});

describe('turn detection', () => {
  const id = '@cf/pipecat-ai/smart-turn-v2';

  test.each([
    ['How are you?', true],
    ['I would like a coffee', true],
    ['I would like a', false],
    ['I would like because', false],
    ['First of all,', false],
    ['Well…', false],
    ['', false],
  ])('of "%s" says whether it is complete: %s', async (text, is_complete) => {
    const transcribe: ModelBackend['transcribe'] = async () => ({
      text,
      language: 'en',
      duration: 1,
      words: [],
    });
    const answer = await perform(id, { audio: toBase64(wav) }, { backend: { ...scripted, transcribe } });
    expect(answer).toMatchObject({ result: { is_complete, probability: expect.any(Number) } });
  });

  test.each([
    [undefined, 1],
    ['uint8', 1],
    ['float32', 4],
    ['float64', 8],
  ])('reads raw samples of the type %s', async (dtype, size) => {
    const seconds: number[] = [];
    const transcribe: ModelBackend['transcribe'] = async (model, request, signal) => {
      const transcript = await scripted.transcribe(model, request, signal);
      seconds.push(transcript.duration);
      return transcript;
    };
    const audio = toBase64(new Uint8Array(16_000 * size));
    const input = dtype === undefined ? { audio } : { audio, dtype };
    await perform(id, input, { backend: { ...scripted, transcribe } });
    expect(seconds).toEqual([1]);
  });
});

describe('getSegments', () => {
  const words = Array.from({ length: 40 }, (_, index) => ({
    word: `w${index}`,
    start: index,
    end: index + 0.5,
  }));

  test('ends a segment with a sentence, after sixteen words or ten seconds', () => {
    const quick = words.map(({ word, start, end }) => ({ word, start: start / 10, end: end / 10 }));
    const of = (spoken: typeof words) =>
      getSegments({ text: 'x', language: 'en', duration: 40, words: spoken }).map((one) => one.words.length);
    expect(of(quick)).toEqual([16, 16, 8]);
    expect(of(words)).toEqual([11, 11, 11, 7]);
    expect(of(quick.map((one, index) => (index === 4 ? { ...one, word: 'end.' } : one)))).toEqual([
      5, 16, 16, 3,
    ]);
  });

  test('creates one segment for a text without word times, and none for silence', () => {
    const transcript = { text: 'Hello there', language: 'en', duration: 2, words: [] };
    expect(getSegments(transcript)).toEqual([{ start: 0, end: 2, text: 'Hello there', words: [] }]);
    expect(getSegments({ ...transcript, text: '' })).toEqual([]);
  });
});

describe('webVtt', () => {
  test("writes hours when they aren't zero, and escapes special characters", () => {
    const segment = { start: 3599.9996, end: 36_000, text: 'a < b --> c & d', words: [] };
    expect(webVtt([segment])).toBe('WEBVTT\n\n01:00:00.000 --> 10:00:00.000\na &lt; b --&gt; c &amp; d\n\n');
    expect(webVtt([])).toBe('WEBVTT\n\n');
  });
});
