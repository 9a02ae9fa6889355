import { describe, expect, it } from 'vitest';
import { modelMatches } from './model-pattern.ts';

describe('modelMatches', () => {
  it.each([
    ['openai/gpt-5', 'openai/gpt-5', true],
    ['openai/gpt-5', 'openai/gpt-5-mini', false],
    ['openai/gpt-5', 'OPENAI/gpt-5', false],
    ['*', 'openai/gpt-5', true],
    ['*', '', true],
    ['@cf/*', '@cf/meta/llama', true],
    ['@cf/*', 'openai/@cf/', false],
    ['*-mini', 'openai/gpt-5-mini', true],
    ['*-mini', 'openai/gpt-5-mini-2', false],
    ['@cf/*/llama-*', '@cf/meta/llama-3.1', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*c', 'a-c-b', false],
    ['a**c', 'abc', true],
    ['a.c', 'abc', false],
  ])('compares %s with %s', (pattern, id, expected) => {
    expect(modelMatches(pattern, id)).toBe(expected);
  });

  it('is fast where backtracking would not be', () => {
    const start = performance.now();
    expect(modelMatches(`${'a*'.repeat(500)}b`, 'a'.repeat(10_000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
