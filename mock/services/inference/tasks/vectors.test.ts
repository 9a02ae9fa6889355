import { describe, expect, test } from 'vitest';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { perform, scripted } from './testing/perform.ts';

const base = '@cf/baai/bge-base-en-v1.5';
const query = '@cf/qwen/qwen3-embedding-0.6b';

/** A backend that records its texts. */
function listening(): { backend: ModelBackend; received: string[] } {
  const received: string[] = [];
  const embed: ModelBackend['embed'] = (model, request, signal) => {
    received.push(...request.texts);
    return scripted.embed(model, request, signal);
  };
  return { backend: { ...scripted, embed }, received };
}

describe('vectors', () => {
  test('of queries and documents follow those of texts, in order', async () => {
    const { backend, received } = listening();
    await perform(query, { documents: ['d1', 'd2'], queries: ['q1'], text: 't' }, { backend });
    await perform(query, { queries: 'q2', instruction: 'Find it' }, { backend });
    expect(received).toEqual(['t', 'Query: q1', 'd1', 'd2', 'Instruct: Find it\nQuery: q2']);
  });

  test('are made from the beginning of a text that is too long', async () => {
    const { backend, received } = listening();
    await perform(base, { text: [`${'a'.repeat(2047)}😀b`, 'short'] }, { backend });
    expect(received).toEqual([`${'a'.repeat(2047)}\ufffd`, 'short']);
  });

  test('count the tokens that were read', async () => {
    const { usage } = await perform(base, { text: ['one two', 'three'] });
    expect(usage).toEqual({ inputTokens: expect.any(Number), outputTokens: 0 });
    expect(usage?.inputTokens).toBeGreaterThan(2);
  });
});
