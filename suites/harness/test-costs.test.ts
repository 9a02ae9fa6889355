import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { costsOf, estimate, formatTestCosts, readTestCosts } from './test-costs.ts';

const file = (content: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'touchstone-')), 'costs.tsv');
  writeFileSync(path, content);
  return path;
};

const costs = new Map([
  ['b: two', { sent: 4, billable: 1, milliseconds: 200 }],
  ['a: one', { sent: 0, billable: 0, milliseconds: 10 }],
]);

describe('the table of costs', () => {
  test('is read as it is written, sorted by id', () => {
    const text = formatTestCosts(costs);
    expect(text.split('\n')[1]).toBe('0\t0\t10\ta: one');
    expect(readTestCosts(file(text))).toEqual(costs);
  });

  test.each([
    ['', 'is no table of costs'],
    ['sent\tbillable\tms\ttest\n1\t2\tx\n', ':2 is no line of it: 1\t2\tx'],
  ])('%j is refused', (text, message) => {
    expect(() => readTestCosts(file(text))).toThrow(message);
  });

  test('takes the costs of tests that ran, and none of those that were skipped', () => {
    const result = {
      suite: 'a/b',
      title: 'x',
      requirements: [],
      level: 'must',
      failed_level: null,
      reason: null,
      findings: [],
      exchanges: [],
      leaks: [],
      duration_ms: 1_234,
      requests: { sent: 3, billable: 1, clean_up: 9 },
    } as const;
    const found = costsOf([
      { ...result, id: 'ran', status: 'passed' },
      { ...result, id: 'was skipped', status: 'skipped' },
    ]);
    expect([...found]).toEqual([['ran', { sent: 3, billable: 1, milliseconds: 2_000 }]]);
  });

  test('adds up, and names what it does not know', () => {
    expect(estimate(['a: one', 'b: two', 'c: three'], costs)).toEqual({
      tests: 3,
      sent: 4,
      billable: 1,
      milliseconds: 210,
      unknown: ['c: three'],
    });
  });
});
