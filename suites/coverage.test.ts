import { describe, expect, it } from 'vitest';
import { allRequirements, requirementById } from '../spec/requirements.ts';
import { allSuites } from './all.ts';
import { excuses } from './excuses.ts';
import { testId } from './harness/suite.ts';

const tests = allSuites.flatMap((suite) => suite.tests.map((test) => ({ id: testId(suite, test), test })));

/** What tests that run prove; a disabled test proves nothing. */
const bound = new Set<string>(
  tests
    .filter(({ test }) => test.disabled === undefined)
    .flatMap(({ test }) => [...test.requirements, ...(test.judges ?? [])]),
);
const excused = new Set(Object.keys(excuses));

describe('the suites', () => {
  it('test every requirement that is not excused in writing', () => {
    const missing = allRequirements.filter(({ id }) => !bound.has(id) && !excused.has(id));
    expect(missing.map(({ id, sentence }) => `${id} ${sentence}`)).toEqual([]);
  });

  it('test no requirement that is excused', () => {
    expect([...excused].filter((id) => bound.has(id))).toEqual([]);
  });

  it('excuse only what exists, with a sentence', () => {
    expect([...excused].filter((id) => requirementById(id) === undefined)).toEqual([]);
    for (const reason of Object.values(excuses)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('excuse no MUST', () => {
    expect([...excused].filter((id) => requirementById(id)?.level === 'must')).toEqual([]);
  });

  it('give every test a name of its own and at least one requirement', () => {
    const ids = tests.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(tests.filter(({ test }) => test.requirements.length === 0).map(({ id }) => id)).toEqual([]);
  });
});
