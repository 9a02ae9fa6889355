import { describe, expect, test } from 'vitest';
import type { ModelBackend } from '../../../engines/models/backend.ts';
import { perform, scripted } from './testing/perform.ts';

const base = '@cf/baai/bge-base-en-v1.5';
const query = '@cf/qwen/qwen3-embedding-0.6b';

/** A backend that says which texts it was given. */
function listening(): { backend: ModelBackend; heard: string[] } {
  const heard: string[] = [];
  const embed: ModelBackend['embed'] = (model, request, signal) => {
    heard.push(...request.texts);
    return scripted.embed(model, request, signal);
  };
  return { backend: { ...scripted, embed }, heard };
}

describe('vectors', () => {
  test('of queries and documents follow those of texts, in order', async () => {
    const { backend, heard } = listening();
    await perform(query, { documents: ['d1', 'd2'], queries: ['q1'], text: 't' }, { backend });
    await perform(query, { queries: 'q2', instruction: 'Find it' }, { backend });
    expect(heard).toEqual(['t', 'Query: q1', 'd1', 'd2', 'Instruct: Find it\nQuery: q2']);
  });

  test('are made of the beginning of a text that is too long', async () => {
    const { backend, heard } = listening();
    await perform(base, { text: [`${'a'.repeat(2047)}😀b`, 'short'] }, { backend });
    expect(heard).toEqual([`${'a'.repeat(2047)}\ufffd`, 'short']);
  });

  test('count the tokens that were read', async () => {
    const { usage } = await perform(base, { text: ['one two', 'three'] });
    expect(usage).toEqual({ inputTokens: expect.any(Number), outputTokens: 0 });
    expect(usage?.inputTokens).toBeGreaterThan(2);
  });
});
