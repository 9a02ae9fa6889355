import { expect, test } from 'vitest';
import type { Level } from '../../../spec/requirement.ts';
import { madeFinding, madeTest } from '../testing/made-results.ts';
import { sharedCauses } from './causes.ts';

const failing = (title: string, message: string, level: Level = 'must') =>
  madeTest(title, {
    failed_level: level,
    findings: [madeFinding('TV-CFG-4', { level, message })],
  });

test('groups failures with the same reason and level, the highest level and the largest group first', () => {
  const tests = [
    failing('one', 'a gateway was refused: status 404, ts-x1y2z3-7 is unknown'),
    failing('alone', 'the title is lost'),
    failing('two', '/result/id is 023e105f4ecef8ad9ca31a8372d0c353: must be a UUID'),
    failing('three', '/result/id is 7ff5f2f95f2c4e3fa6c5f5c7d44f1d10: must be a UUID'),
    failing('four', 'a gateway was refused: status 404, ts-x1y2z3-19 is unknown'),
    failing('five', 'a gateway was refused: status 404, ts-x1y2z3-20 is unknown'),
    ...['six', 'seven', 'eight', 'nine'].map((title) => failing(title, 'the name is lost', 'should')),
    failing('ten', 'the title is lost', 'should'),
    madeTest('passed', { status: 'passed' }),
    ...['eleven', 'twelve'].map((title) => madeTest(title, { status: 'error', reason: 'HarnessError: no' })),
  ];
  const named = (...titles: string[]) => titles.map((title) => `harness/made: ${title}`);
  expect(sharedCauses(tests)).toEqual([
    { level: null, seen: 'HarnessError: no', tests: named('eleven', 'twelve') },
    {
      level: 'must',
      seen: 'a gateway was refused: status 404, … is unknown',
      tests: named('one', 'four', 'five'),
    },
    { level: 'must', seen: '/result/id is …: must be a UUID', tests: named('two', 'three') },
    { level: 'should', seen: 'the name is lost', tests: named('six', 'seven', 'eight', 'nine') },
  ]);
});

test('a wrong item of a list is one cause, wherever it is, and whatever follows from it', () => {
  const wrong = 'config.list: /result/_/id is 7: Invalid input: expected string, received number';
  const listing = (title: string, at: number, follows: string) =>
    madeTest(title, {
      failed_level: 'should',
      findings: [
        madeFinding('TV-LIST-6', { level: 'should', message: follows }),
        madeFinding('V4-SHAPE-1', { level: 'should', message: wrong.replace('_', String(at)) }),
        madeFinding('TV-LIST-5', { level: 'may', message: 'the order is wrong' }),
      ],
    });
  const tests = [
    listing('one', 3, 'the page at /2 is absent'),
    listing('two', 17, 'the page at /1 is absent'),
    failing('three', `${wrong.replace('_', '0')}; 12 more are alike`, 'should'),
    failing('four', `${wrong.replace('_', '1')}; 1 more is alike`, 'should'),
  ];
  expect(sharedCauses(tests)).toEqual([
    { level: 'should', seen: wrong.replace('_', '…'), tests: tests.map(({ id }) => id) },
  ]);
});
