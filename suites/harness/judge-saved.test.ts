import { describe, expect, test } from 'vitest';
import type { Level } from '../../spec/requirement.ts';
import { createCatalogue } from './catalogue.ts';
import { judgeSaved } from './judge-saved.ts';
import type { Suite, Test } from './suite.ts';
import { madeFinding, madeResult, madeTest } from './testing/made-results.ts';

const catalogueOf = (level: Level) =>
  createCatalogue([{ id: 'TV-CFG-4', level, sentence: 'It holds.', passage: 'a.md', certainty: 'seed' }]);
const suiteOf = (...tests: Partial<Test>[]): Suite => ({
  name: 'harness/made',
  tests: tests.map((test) => ({ title: 'fails', requirements: ['TV-CFG-4'], run: () => {}, ...test })),
});
const saved = madeResult([madeTest('fails', { findings: [madeFinding('TV-CFG-4')] })]);
const judged = (suite: Suite, level: Level = 'must', rest: { strict?: boolean } = {}, run = saved) =>
  judgeSaved(run, { catalogue: catalogueOf(level), suites: [suite], ...rest });

describe('judgeSaved', () => {
  test('gives the same verdict while nothing has changed', () => {
    const { result, notes } = judged(suiteOf({}));
    expect(result.verdict).toBe('not conformant');
    expect(result.tests).toEqual(saved.tests);
    expect(notes).toEqual([]);
  });

  test.each([
    ['a requirement that is a SHOULD today', suiteOf({}), 'should' as const, 'should'],
    [
      'a test that may say no more than a SHOULD today',
      suiteOf({ atMost: 'should' }),
      'must' as const,
      'should',
    ],
  ])('counts %s as such', (_, suite, level, failed) => {
    const { result } = judged(suite, level);
    expect(result.verdict).toBe('conformant');
    expect(result.tests[0]).toMatchObject({ status: 'failed', level: failed, failed_level: failed });
    expect(judged(suite, level, { strict: true }).result.verdict).toBe('not conformant');
  });

  test('is as strict as the run was, unless told', () => {
    const strict = { ...saved, strict: true };
    expect(judged(suiteOf({}), 'should', {}, strict).result.verdict).toBe('not conformant');
    expect(judged(suiteOf({}), 'should', { strict: false }, strict).result.verdict).toBe('conformant');
  });

  test('disables a test that is switched off today', () => {
    const { result } = judged(suiteOf({ disabled: 'it proves nothing' }));
    expect(result.tests[0]).toMatchObject({ status: 'disabled', reason: 'it proves nothing', findings: [] });
    expect(result.counts.failed).toBe(0);
  });

  test('leaves out tests and requirements that no longer exist, and says what is new', () => {
    const findings = [madeFinding('OLD-A-1')];
    const old = madeResult([
      madeTest('fails', { findings, requirements: ['OLD-A-1', 'TV-CFG-4'] }),
      madeTest('is gone', { findings }),
    ]);
    const { result, notes } = judged(suiteOf({}, { title: 'is new' }), 'must', {}, old);
    expect(result.tests.map(({ title, status, requirements }) => [title, status, requirements])).toEqual([
      ['fails', 'passed', ['TV-CFG-4']],
    ]);
    expect(notes).toEqual([
      '1 test of today did not run then',
      '1 test of then no longer there: harness/made: is gone',
      'requirements that no longer exist: OLD-A-1',
    ]);
  });
});
