import { describe, expect, test } from 'vitest';
import { badInput } from './bad-input.ts';
import { findModel } from './models/catalogue.ts';

const cases: readonly [string, unknown, string][] = [
  [
    '@cf/meta/llama-3.1-8b-instruct',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
    "oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', Type mismatch of '/messages/0/content', 'array' not in 'string'",
  ],
  [
    '@cf/meta/llama-3.1-8b-instruct',
    { messages: [{ role: 'user', content: null }] },
    "oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', Type mismatch of '/messages/0/content', 'null' not in 'string'",
  ],
  [
    '@cf/black-forest-labs/flux-1-schnell',
    { prompt: 'a cat', width: 512, height: 512 },
    "Additional or unevaluated properties '/width, /height' at '/' not allowed",
  ],
  ['@cf/meta/m2m100-1.2b', {}, "required properties at '/' are 'text,target_lang'"],
  [
    '@cf/facebook/bart-large-cnn',
    { input_text: 7 },
    "Type mismatch of '/input_text', 'integer' not in 'string'",
  ],
];

describe('badInput', () => {
  test.each(cases)('says what is wrong for %s with %j', (id, input, words) => {
    const parsed = findModel(id)?.input.safeParse(input);
    expect(parsed?.error && badInput(input, parsed.error.issues)).toBe(words);
  });

  test('names no more than some of many mistakes', () => {
    const input = { messages: Array.from({ length: 1000 }, () => 0) };
    const parsed = findModel('@cf/meta/llama-3.1-8b-instruct')?.input.safeParse(input);
    expect(parsed?.error && badInput(input, parsed.error.issues).split('Type mismatch').length).toBeLessThan(
      30,
    );
  });

  test('says in its own words what has none', () => {
    const input = { prompt: 'a', width: 5000 };
    const parsed = findModel('@cf/leonardo/phoenix-1.0')?.input.safeParse(input);
    expect(parsed?.error && badInput(input, parsed.error.issues)).toMatch(/^'\/width' .*2048/);
  });
});
