import { describe, expect, it } from 'vitest';
import type { Model, ModelBackend } from '../backend.ts';
import { createScriptedBackend } from './index.ts';
import { user } from './testing/run-generation.ts';

const model: Model = { id: 'test/model', dimensions: 8 };
const live = new AbortController().signal;

/** Every call of a backend that gives one answer. */
const calls: [string, (backend: ModelBackend, signal: AbortSignal) => Promise<unknown>][] = [
  ['embed', (backend, signal) => backend.embed(model, { texts: ['a garden'] }, signal)],
  [
    'draw',
    (backend, signal) =>
      backend.draw(model, { prompt: 'a garden', width: 32, height: 32, mediaType: 'image/png' }, signal),
  ],
  ['speak', (backend, signal) => backend.speak(model, { text: 'Hello', mediaType: 'audio/wav' }, signal)],
  [
    'translate',
    (backend, signal) => backend.translate(model, { text: 'Hello', from: 'en', to: 'fr' }, signal),
  ],
  ['summarise', (backend, signal) => backend.summarise(model, { text: 'Cats sleep.', maxTokens: 9 }, signal)],
  ['classify', (backend, signal) => backend.classify(model, { text: 'Good' }, signal)],
  ['rank', (backend, signal) => backend.rank(model, { query: 'cats', documents: ['cats', 'dogs'] }, signal)],
];

async function textOf(backend: ModelBackend, signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const event of backend.generate(model, { messages: [user('Tell me about tea')] }, signal))
    if (event.type === 'text') text += event.text;
  return text;
}

describe('the scripted backend', () => {
  it.each(calls)('gives the same for the same call: %s', async (_name, call) => {
    expect(await call(createScriptedBackend({ seed: 3 }), live)).toEqual(
      await call(createScriptedBackend({ seed: 3 }), live),
    );
  });

  it('generates the same for the same seed, and other text for another', async () => {
    const text = await textOf(createScriptedBackend({ seed: 3 }), live);
    expect(await textOf(createScriptedBackend({ seed: 3 }), live)).toBe(text);
    expect(await textOf(createScriptedBackend({ seed: 4 }), live)).not.toBe(text);
  });

  it.each([...calls, ['generate', textOf] satisfies (typeof calls)[number]])(
    'rejects with the reason of the signal once aborted: %s',
    async (_name, call) => {
      const reason = new Error('gone');
      await expect(call(createScriptedBackend({ seed: 3 }), AbortSignal.abort(reason))).rejects.toBe(reason);
    },
  );

  it('looks at pictures and hears speech that it made', async () => {
    const backend = createScriptedBackend({ seed: 3 });
    const image = await backend.draw(
      model,
      { prompt: 'a red circle', width: 64, height: 64, mediaType: 'image/png' },
      live,
    );
    expect(await backend.describe(model, { image }, live)).not.toBe('');
    expect((await backend.label(model, { image }, live)).length).toBeGreaterThan(0);
    expect(Array.isArray(await backend.detect(model, { image }, live))).toBe(true);
    const audio = await backend.speak(model, { text: 'Hello there', mediaType: 'audio/wav' }, live);
    expect((await backend.transcribe(model, { audio }, live)).duration).toBeGreaterThan(0);
  });
});
