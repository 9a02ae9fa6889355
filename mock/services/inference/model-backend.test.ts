import { describe, expect, it } from 'vitest';
import type { ModelBackend } from '../../engines/models/backend.ts';
import { MemoryStore, ModelError } from '../../engines/models/index.ts';
import {
  collect,
  createEchoBackend,
  textOfEvents,
  userSays,
} from '../../engines/models/replies/testing/script.ts';
import { createModels, type ModelOptions } from './model-backend.ts';

const { signal } = new AbortController();
const model = { id: 'openai/gpt-5' };
const tellsText = async (backend: ModelBackend, text: string) =>
  textOfEvents(await collect(backend.generate(model, { messages: [userSays(text)] }, signal)));

/** Models of one seed, and a function that returns their answer to a text. */
function start(options?: ModelOptions, seed = 1) {
  const models = createModels(options, { seed });
  return { ...models, say: (text: string) => tellsText(models.backend, text) };
}

describe('createModels', () => {
  it('uses the scripted backend with its seed by default', async () => {
    const text = 'Tell me about rivers.';
    expect(await start().say(text)).toBe(await start({}).say(text));
    expect(await start(undefined, 2).say(text)).not.toBe(await start().say(text));
  });

  it('tries the replies first, and restores those of the options', async () => {
    const { say, replies, reset } = start({
      replies: [{ match: { text: 'Hi' }, reply: { text: 'First.' } }],
      backend: createEchoBackend(),
    });
    replies.add({ match: { text: 'Hi' }, reply: { text: 'Second.' } });
    expect([await say('Hi'), await say('What?')]).toEqual(['Second.', 'openai/gpt-5:What?']);
    reset();
    expect([await say('Hi'), replies.list().length, replies.unmatched().count]).toEqual(['First.', 1, 0]);
  });

  it('names the models of replies and of the map of an upstream, by their author at least', () => {
    const { names } = start({
      replies: [
        { match: { model: 'acme/*' }, reply: { text: 'Hi.' } },
        { match: { model: '*' }, reply: { text: 'No.' } },
      ],
      upstream: {
        baseUrl: 'http://localhost:1/v1',
        modelMap: { '@cf/acme/small': 'llama', '@cf/*': 'llama' },
      },
    });
    expect(['acme/large', '@cf/acme/small', '@cf/acme/large', 'other/large'].map(names)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('fails requests without a matching reply in strict mode', async () => {
    await expect(start({ strict: true, backend: createEchoBackend() }).say('Hi')).rejects.toThrow(ModelError);
  });

  it("records a backend's answers, and replays them later", async () => {
    const store = new MemoryStore();
    expect(await start({ backend: createEchoBackend(), record: store }).say('Hi')).toBe('openai/gpt-5:Hi');
    expect(store.size).toBe(1);
    expect(await start({ replay: { store } }).say('Hi')).toBe('openai/gpt-5:Hi');
  });

  it('records scripted answers too', async () => {
    const store = new MemoryStore();
    const recorded = await start({ record: store }).say('Tell me about rivers.');
    expect(await start({ replay: { store } }, 2).say('Tell me about rivers.')).toBe(recorded);
  });

  it('makes nothing up for a request that was never recorded', async () => {
    await expect(start({ replay: { store: new MemoryStore() } }).say('Hi')).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });

  it('records what is missing in a replay', async () => {
    const store = new MemoryStore();
    const { say } = start({ backend: createEchoBackend(), record: store, replay: { store } });
    expect([await say('Hi'), store.size, await say('Hi'), store.size]).toEqual([
      'openai/gpt-5:Hi',
      1,
      'openai/gpt-5:Hi',
      1,
    ]);
  });

  it('does not record the answer of a reply', async () => {
    const store = new MemoryStore();
    await start({ replies: [{ reply: { text: 'A' } }], record: store }).say('Hi');
    expect(store.size).toBe(0);
  });

  it.each<[string, ModelOptions]>([
    ['an upstream and a backend', { upstream: { baseUrl: 'http://x' }, backend: createEchoBackend() }],
    ['an upstream that is no URL', { upstream: { baseUrl: 'x' } }],
    ['a reply that cannot match', { replies: [{ match: { text: { pattern: '(' } }, reply: {} }] }],
    ['a replay with a negative speed', { replay: { store: new MemoryStore(), speed: -1 } }],
  ])('refuses %s', (_, options) => {
    expect(() => createModels(options, { seed: 1 })).toThrow(ModelError);
  });
});
