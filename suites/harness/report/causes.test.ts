import { expect, test } from 'vitest';
import { madeFinding, madeTest } from '../testing/made-results.ts';
import { sharedCauses } from './causes.ts';

const failing = (title: string, message: string) =>
  madeTest(title, { findings: [madeFinding('TV-CFG-4', { message })] });

test('groups failures with the same reason, the largest group first', () => {
  const tests = [
    failing('one', 'a gateway was refused: status 404, ts-x1y2z3-7 is unknown'),
    failing('alone', 'the title is lost'),
    failing('two', '/result/id is 023e105f4ecef8ad9ca31a8372d0c353: must be a UUID'),
    failing('three', '/result/id is 7ff5f2f95f2c4e3fa6c5f5c7d44f1d10: must be a UUID'),
    failing('four', 'a gateway was refused: status 404, ts-x1y2z3-19 is unknown'),
    failing('five', 'a gateway was refused: status 404, ts-x1y2z3-20 is unknown'),
    madeTest('passed', { status: 'passed' }),
  ];
  expect(sharedCauses(tests)).toEqual([
    {
      seen: 'a gateway was refused: status 404, … is unknown',
      tests: ['harness/made: one', 'harness/made: four', 'harness/made: five'],
    },
    { seen: '/result/id is …: must be a UUID', tests: ['harness/made: two', 'harness/made: three'] },
  ]);
});
