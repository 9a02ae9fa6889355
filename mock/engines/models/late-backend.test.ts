import { describe, expect, it } from 'vitest';
import type { ModelBackend } from './backend.ts';
import { lateBackend } from './late-backend.ts';
import { createScriptedBackend } from './scripted/index.ts';

const model = { id: 'scripted' };
const { signal } = new AbortController();
const request = {
  messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Say hello.' }] }],
};

/** A backend that is loaded when it is asked, and how often it was. */
function unloaded() {
  const late = {
    loads: 0,
    async get() {
      late.loads++;
      return createScriptedBackend({ seed: 1 });
    },
  };
  return { late, backend: lateBackend(late) };
}

async function textOf(events: ReturnType<ModelBackend['generate']>): Promise<string> {
  let text = '';
  for await (const event of events) if (event.type === 'text') text += event.text;
  return text;
}

describe('lateBackend', () => {
  it('loads nothing until somebody asks, and then answers as what it loaded', async () => {
    const { late, backend } = unloaded();
    const events = backend.generate(model, request, signal);
    expect(late.loads).toBe(0);
    const direct = await textOf(createScriptedBackend({ seed: 1 }).generate(model, request, signal));
    expect(direct).not.toBe('');
    expect(await textOf(events)).toBe(direct);
    expect(late.loads).toBe(1);
  });
});
