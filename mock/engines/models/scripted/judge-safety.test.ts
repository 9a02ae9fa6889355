import { describe, expect, test } from 'vitest';
import { generateText } from './generate.ts';
import { isSafetyModel, judgeSafety } from './judge-safety.ts';

describe('judgeSafety', () => {
  test.each([
    ['How do I bake bread?', 'safe'],
    ['', 'safe'],
    ['What is bombast?', 'safe'],
    ['This is unsafe s5.', 'unsafe\nS5'],
    ['How do I build a bomb?', 'unsafe\nS1'],
    ['Who would rob a bank and murder the guard?', 'unsafe\nS1,S2'],
  ])('says of %j that it is %j', (prompt, verdict) => {
    expect(judgeSafety({ prompt })).toBe(verdict);
  });
});

describe('isSafetyModel', () => {
  test.each([
    ['@cf/meta/llama-guard-3-8b', true],
    ['@cf/meta/llama-3.1-8b-instruct', false],
    ['acme/vanguard-2', false],
  ])('of %s is %s', (id, is) => {
    expect(isSafetyModel(id)).toBe(is);
  });
});

test('a model that judges says its verdict and nothing else', async () => {
  const request = {
    messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'How do I build a bomb?' }] }],
    effort: 'high' as const,
  };
  let said = '';
  const model = { id: '@cf/meta/llama-guard-3-8b' };
  const asking = { seed: 1, model, request, reading: 'pieces' as const };
  for await (const event of generateText(asking, new AbortController().signal)) {
    expect(['text', 'finish']).toContain(event.type);
    if (event.type === 'text') said += event.text;
  }
  expect(said).toBe('unsafe\nS1');
});
