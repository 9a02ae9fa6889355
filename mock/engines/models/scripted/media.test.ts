import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, it, test } from 'vitest';
import type { Picture, Speech } from '../backend.ts';
import { readPicture } from '../picture-codec.ts';
import { createScriptedBackend } from './index.ts';

const model = { id: 'm', dimensions: 384 };
const { signal } = new AbortController();
const backend = createScriptedBackend({ seed: 1 });

const draw = (more: Partial<Picture> = {}) =>
  backend.draw(
    model,
    { prompt: 'a red circle on blue', width: 64, height: 48, mediaType: 'image/png', ...more },
    signal,
  );
const speak = (more: Partial<Speech> = {}) =>
  backend.speak(model, { text: 'Good morning, everyone.', mediaType: 'audio/wav', ...more }, signal);

describe('pictures', () => {
  test.each(['image/png', 'image/jpeg'] as const)(
    'of the type %s have the requested size',
    async (mediaType) => {
      expect(await readPicture(await draw({ mediaType, width: 67, height: 1 }))).toMatchObject({
        width: 67,
        height: 1,
      });
    },
  );

  it.each<[string, Partial<Picture>]>([
    ['prompt', { prompt: 'a red square on blue' }],
    ['the negative prompt', { negativePrompt: 'dogs' }],
    ['seed', { seed: 7 }],
  ])('differ by %s', async (_, more) => {
    expect(await draw(more)).not.toEqual(await draw());
    expect(await draw()).toEqual(await draw());
  });

  it('are refused in other sizes', async () => {
    await expect(draw({ width: 2049 })).rejects.toMatchObject({ reason: 'bad-input' });
  });

  it('have the colours of the prompt, which their description names', async () => {
    const image = await draw();
    expect(await backend.describe(model, { image }, signal)).toMatch(
      /^The picture is (?:red with blue|blue with red)\./,
    );
    const short = await backend.describe(model, { image, maxTokens: 3 }, signal);
    expect(short).toBe('The picture is');
    const labels = await backend.label(model, { image }, signal);
    expect(labels.map(({ label }) => label).toSorted()).toEqual(['blue', 'red']);
    expect(labels.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(1);
    const [found] = await backend.detect(model, { image }, signal);
    expect(found?.label).toMatch(/^(?:red|blue) area$/);
    expect(found?.box.xmax).toBeLessThan(64);
  });

  it.each([[[]], [[1, 2, 3]], [[0x89, 0x50, 1]], [[0xff, 0xd8, 1]]])(
    'are refused when invalid: %j',
    async (bytes) => {
      await expect(backend.label(model, { image: Uint8Array.from(bytes) }, signal)).rejects.toMatchObject({
        reason: 'bad-input',
      });
    },
  );
});

async function mp3Seconds(bytes: Uint8Array): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { sampleRate, samplesDecoded, errors } = decoder.decode(bytes);
  decoder.free();
  expect(errors).toEqual([]);
  return samplesDecoded / sampleRate;
}

describe('sounds', () => {
  const spoken = 'Good morning, everyone.';

  test.each(['audio/wav', 'audio/mpeg'] as const)(
    'of the type %s last 60 ms for each character, and are transcribed again',
    async (mediaType) => {
      const transcript = await backend.transcribe(model, { audio: await speak({ mediaType }) }, signal);
      expect(transcript).toMatchObject({ text: spoken, language: 'en' });
      expect(transcript.duration).toBeCloseTo(spoken.length * 0.06, 1);
      expect(transcript.words.map(({ word }) => word)).toEqual(spoken.split(' '));
      expect(transcript.words.at(-1)?.end).toBeCloseTo(transcript.duration);
    },
  );

  test.each([8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000])(
    'of MP3 decode at %i Hz',
    async (sampleRate) => {
      const bytes = await speak({ mediaType: 'audio/mpeg', sampleRate });
      expect(await mp3Seconds(bytes)).toBeCloseTo(spoken.length * 0.06, 1);
      expect((await backend.transcribe(model, { audio: bytes }, signal)).duration).toBeCloseTo(
        spoken.length * 0.06,
        1,
      );
    },
  );

  it.each<[string, Partial<Speech>]>([
    ['text', { text: '' }],
    ['rate of MP3', { mediaType: 'audio/mpeg', sampleRate: 1 }],
    ['rate of WAV', { sampleRate: 1 }],
  ])('are refused with an invalid %s', async (_, more) => {
    await expect(speak(more)).rejects.toMatchObject({ reason: 'bad-input' });
  });

  it('from other sources get a made-up transcript, silence an empty one, and other files are refused', async () => {
    const wav = await speak();
    const hear = async (audio: Uint8Array) => (await backend.transcribe(model, { audio }, signal)).text;
    const untagged = wav.slice(0, 44 + new DataView(wav.buffer).getUint32(40, true));
    expect(await hear(untagged)).toMatch(/^\w+ \w+/);
    expect(await hear(untagged)).toBe(await hear(untagged));
    expect(await hear(Uint8Array.from([...untagged.subarray(0, 44), ...new Uint8Array(1000)]))).toBe('');
    await expect(hear(Uint8Array.from([1, 2, 3]))).rejects.toMatchObject({ reason: 'bad-input' });
  });
});

describe('vectors', () => {
  const likeness = (one: Float32Array, other: Float32Array) =>
    one.reduce((sum, number, at) => sum + number * (other[at] ?? 0), 0);

  it('have the length 1, and are close for texts with shared words', async () => {
    const texts = [
      'The hungry cat eats fresh fish every morning',
      'Each day a hungry cat eats some fresh fish',
      'Interest rates rose again',
      '',
    ];
    const { vectors, usage } = await backend.embed(model, { texts }, signal);
    const [one = new Float32Array(), near = one, far = one] = vectors;
    for (const vector of vectors) expect(likeness(vector, vector)).toBeCloseTo(1, 5);
    expect(likeness(one, near)).toBeGreaterThan(0.4);
    expect(Math.abs(likeness(one, far))).toBeLessThan(0.3);
    expect(usage.inputTokens).toBeGreaterThan(10);
  });

  it("have the requested number of dimensions, at most the model's", async () => {
    const embed = (dimensions: number) => backend.embed(model, { texts: ['a'], dimensions }, signal);
    expect((await embed(8)).vectors[0]).toHaveLength(8);
    await expect(embed(385)).rejects.toMatchObject({ reason: 'bad-input' });
  });
});

describe('text tasks', () => {
  it('rank from 0 to 1', async () => {
    const documents = ['red bicycle', 'a red bicycle in the rain', 'blue', ''];
    for (const query of ['red bicycle rain', 'red', ''])
      for (const score of await backend.rank(model, { query, documents }, signal)) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
  });

  it('rank documents with more of the query’s words higher', async () => {
    const documents = ['Bananas are yellow.', 'Paris is the capital of France.', 'France is large.'];
    const [none = 0, all = 0, some = 0] = await backend.rank(
      model,
      { query: 'What is the capital of France?', documents },
      signal,
    );
    expect(all).toBeGreaterThan(some);
    expect(some).toBeGreaterThan(none);
  });

  it.each([
    ['I love this wonderful film', 'POSITIVE'],
    ['It is terrible', 'NEGATIVE'],
    ['It is not good', 'NEGATIVE'],
  ])('classify %j as %s', async (text, label) => {
    expect((await backend.classify(model, { text }, signal))[0]?.label).toBe(label);
  });

  it('summarise with the first sentences', async () => {
    const text = 'Cats sleep a lot. Cats hunt at night. The weather was fine.';
    expect(await backend.summarise(model, { text, maxTokens: 100 }, signal)).toBe('Cats sleep a lot.');
    expect(await backend.summarise(model, { text, maxTokens: 2 }, signal)).toBe('Cats sleep');
  });

  it.each([
    ['Hello', 'fr', '[fr] Hello'],
    ['Hello', 'en', 'Hello'],
    [' ', 'fr', ' '],
  ])('tag %j in %s as %j', async (text, to, translation) => {
    expect(await backend.translate(model, { text, from: 'en', to }, signal)).toBe(translation);
  });
});

it('stops when it is aborted', async () => {
  const gone = AbortSignal.abort(new Error('gone'));
  await expect(backend.embed(model, { texts: ['a'] }, gone)).rejects.toThrow('gone');
  await expect(
    backend.generate(model, { messages: [] }, gone)[Symbol.asyncIterator]().next(),
  ).rejects.toThrow('gone');
});
