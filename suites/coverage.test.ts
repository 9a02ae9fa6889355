import { describe, expect, it } from 'vitest';
import { requirementById } from '../spec/requirements.ts';
import { coverageGaps } from './coverage.ts';
import { excuses } from './excuses.ts';
import { catalogue, createCatalogue } from './harness/catalogue.ts';
import { type Test, testId } from './harness/suite.ts';
import { allSuites } from './index.ts';

const tests = allSuites.flatMap((suite) => suite.tests.map((test) => ({ id: testId(suite, test), test })));

/** Coverage by tests that run; a disabled test covers nothing. */
const bound = new Set<string>(
  tests
    .filter(({ test }) => test.disabled === undefined)
    .flatMap(({ test }) => [...test.requirements, ...(test.judges ?? [])]),
);
const excused = new Set(Object.keys(excuses));

describe('the suites', () => {
  it('cover every requirement without a written excuse, and nothing else', () => {
    const { untested, unbound } = coverageGaps(allSuites, catalogue, excuses, []);
    expect(untested.map((id) => `${id} ${requirementById(id)?.sentence}`)).toEqual([]);
    expect(unbound).toEqual([]);
  });

  it('cover no excused requirement', () => {
    expect([...excused].filter((id) => bound.has(id))).toEqual([]);
  });

  it('excuse only existing requirements, with a sentence', () => {
    expect([...excused].filter((id) => requirementById(id) === undefined)).toEqual([]);
    for (const reason of Object.values(excuses)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('excuse no MUST', () => {
    expect([...excused].filter((id) => requirementById(id)?.level === 'must')).toEqual([]);
  });

  it('have unique names', () => {
    const ids = tests.map(({ id }) => id);
    expect(ids.length - new Set(ids).size).toBe(0);
  });
});

describe('coverage', () => {
  const rest = { level: 'must', sentence: 'It holds.', passage: 'a.md', certainty: 'seed' } as const;
  const ids = ['A-B-1', 'A-B-2', 'A-B-3', 'A-B-4'] as const;
  const four = createCatalogue(ids.map((id) => ({ id, ...rest })));
  const test = (title: string, requirements: readonly string[], more: Partial<Test> = {}): Test => ({
    title,
    requirements,
    run: () => {},
    ...more,
  });

  it('names each gap, in each direction', () => {
    const tests = [
      test('proves', ['A-B-1']),
      test('is disabled', ['A-B-2'], { disabled: 'not yet' }),
      test('proves nothing', []),
      test('proves what is not there', ['A-B-1', 'A-B-9']),
    ];
    const rules = [
      { name: 'failure a', requirements: ['A-B-1'], excuse: null },
      { name: 'failure b', requirements: ['A-B-9'], excuse: null },
      { name: 'limit c', requirements: [], excuse: null },
      { name: 'limit d', requirements: [], excuse: 'No document promises it.' },
    ];
    expect(coverageGaps([{ name: 's', tests }], four, { 'A-B-4': "The API can't show it." }, rules)).toEqual({
      untested: ['A-B-2', 'A-B-3'],
      unbound: ['s: proves nothing', 's: proves what is not there'],
      unnamed: ['failure b', 'limit c'],
    });
  });
});
