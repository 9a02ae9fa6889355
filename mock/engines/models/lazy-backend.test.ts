import { describe, expect, it } from 'vitest';
import type { ModelBackend } from './backend.ts';
import { lazyBackend } from './lazy-backend.ts';
import { createScriptedBackend } from './scripted/index.ts';

const model = { id: 'scripted' };
const { signal } = new AbortController();
const request = {
  messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Say hello.' }] }],
};

/** A lazy backend, and how often it was loaded. */
function unloaded() {
  const lazy = {
    loads: 0,
    async get() {
      lazy.loads++;
      return createScriptedBackend({ seed: 1 });
    },
  };
  return { lazy, backend: lazyBackend(lazy) };
}

async function getText(events: ReturnType<ModelBackend['generate']>): Promise<string> {
  let text = '';
  for await (const event of events) if (event.type === 'text') text += event.text;
  return text;
}

describe('lazyBackend', () => {
  it('loads nothing until the first call, and then answers as the loaded backend', async () => {
    const { lazy, backend } = unloaded();
    const events = backend.generate(model, request, signal);
    expect(lazy.loads).toBe(0);
    const direct = await getText(createScriptedBackend({ seed: 1 }).generate(model, request, signal));
    expect(direct).not.toBe('');
    expect(await getText(events)).toBe(direct);
    expect(lazy.loads).toBe(1);
  });
});
