import { describe, expect, test } from 'vitest';
import { guardrailsSchema, guardrailVerdict, mayBlock } from './guardrails.ts';

describe('guardrailVerdict', () => {
  const rules = { S1: 'FLAG', S10: 'BLOCK' } as const;
  test.each([
    [[], undefined],
    [['S2'], undefined],
    [['S1'], 'FLAG'],
    [['S10'], 'BLOCK'],
    [['S1', 'S10'], 'BLOCK'],
    [['S2', 'S1'], 'FLAG'],
  ] as const)('says to %j %s', (found, verdict) => {
    expect(guardrailVerdict(rules, found)).toBe(verdict);
  });
});

describe('guardrails', () => {
  test.each([
    [{ prompt: {}, response: {} }, true, false],
    [{ prompt: { S1: 'FLAG' }, response: {} }, true, false],
    [{ prompt: {}, response: { P1: 'BLOCK' } }, true, true],
    [{ prompt: { S14: 'FLAG' }, response: {} }, false, undefined],
    [{ prompt: { S1: 'DROP' }, response: {} }, false, undefined],
    [{ prompt: {} }, false, undefined],
  ])('%j fit: %j, may block: %j', (given, fits, blocks) => {
    const parsed = guardrailsSchema.safeParse(given);
    expect(parsed.success).toBe(fits);
    expect(parsed.data && mayBlock(parsed.data)).toBe(blocks);
  });
});
