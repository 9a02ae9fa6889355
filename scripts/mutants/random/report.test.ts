import { expect, it } from 'vitest';
import type { FaultFate } from './messages.ts';
import { shareCaught, summary } from './report.ts';

const judged = (...fates: readonly FaultFate[]) =>
  fates.map((fate) => ({
    fault: {
      file: 'mock/one.ts',
      line: 1,
      operator: 'flag' as const,
      start: 0,
      end: 4,
      before: 'true',
      after: 'false',
      context: 'true',
      column: 0,
      isStatement: false,
    },
    reach: { tests: ['one'], left: 0 },
    judgement: { fate, by: null, reason: null, ran: 1 },
  }));

it('counts any noticed fault as caught', () => {
  expect(shareCaught(judged('failed', 'skipped', 'broken', 'hung'))).toBe(1);
  expect(shareCaught(judged('failed', 'survived'))).toBe(0.5);
});

it('fails without any fault', () => {
  expect(shareCaught([])).toBe(0);
});

it('summarizes what was drawn', () => {
  const lines = summary(judged('failed', 'failed', 'survived'), { equivalent: { effort: 1 }, unreached: 1 });
  expect(lines).toContain('2 of 3 faults caught, which is 66.7 %:');
  expect(lines.at(-1)).toContain('20.0 % of what was drawn');
});
