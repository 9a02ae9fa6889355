import { describe, expect, test } from 'vitest';
import type { Certainty } from './certainty.ts';
import type { Feature, Level } from './requirement.ts';
import { statements } from './statements.ts';

describe('statements', () => {
  test('writes one requirement per sentence, in order', () => {
    expect(
      statements({ passage: 'here', certainty: 'seed' }, { 'TV-A-2': 'One.', 'TV-A-1': 'Two.' }),
    ).toStrictEqual([
      { id: 'TV-A-2', level: 'must', sentence: 'One.', passage: 'here', certainty: 'seed' },
      { id: 'TV-A-1', level: 'must', sentence: 'Two.', passage: 'here', certainty: 'seed' },
    ]);
  });

  const cases: readonly [Certainty, Feature | undefined, Level][] = [
    ['seed', undefined, 'must'],
    ['seed', 'edge', 'must'],
    ['documented', undefined, 'should'],
    ['documented', 'leeway', 'should'],
    ['observed', undefined, 'may'],
    ['inferred', 'admin', 'may'],
  ];
  test.each(cases)('gives %s with the feature %s the level %s', (certainty, feature, level) => {
    const source = { passage: 'here', certainty, ...(feature === undefined ? {} : { feature }) };
    expect(statements(source, { 'TV-A-1': 'One.' })[0]?.level).toBe(level);
  });

  test('lowers the level when asked', () => {
    const source = { passage: 'here', certainty: 'seed', level: 'may' } as const;
    expect(statements(source, { 'TV-A-1': 'One.' })[0]?.level).toBe('may');
  });
});
