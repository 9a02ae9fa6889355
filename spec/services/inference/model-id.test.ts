import { describe, expect, test } from 'vitest';
import { modelIdOfPath, parseModelId } from './model-id.ts';

describe('parseModelId', () => {
  test.each([
    ['@cf/meta/llama-3.1-8b-instruct', 'meta', 'llama-3.1-8b-instruct', true],
    ['@cf/moondream/moondream3.1-9B-A2B', 'moondream', 'moondream3.1-9B-A2B', true],
    ['openai/gpt-5', 'openai', 'gpt-5', false],
    ['anthropic/claude-haiku-4.5', 'anthropic', 'claude-haiku-4.5', false],
  ])('takes %s apart', (id, author, name, hosted) => {
    expect(parseModelId(id)).toEqual({ id, author, name, hosted });
  });

  test.each(['', 'gpt-5', '@cf/meta', '@cf//x', 'a/b/c', '@cf/a/b/c', 'open ai/gpt-5', '../etc', '@hf/a/b'])(
    'knows that %j names no model',
    (id) => {
      expect(parseModelId(id)).toBeUndefined();
    },
  );
});

describe('modelIdOfPath', () => {
  test.each([
    '@cf/meta/llama-3.1-8b-instruct',
    '@cf%2Fmeta%2Fllama-3.1-8b-instruct',
    '%40cf/meta/llama-3.1-8b-instruct',
    '%40cf%2fmeta%2fllama-3.1-8b-instruct',
  ])('reads %s', (rest) => {
    expect(modelIdOfPath(rest)).toBe('@cf/meta/llama-3.1-8b-instruct');
  });

  test('reads a broken escape as no model', () => {
    expect(modelIdOfPath('@cf/%E0%A4%A')).toBeUndefined();
  });
});
