import { describe, expect, it } from 'vitest';
import { allRequirements, requirementById } from '../spec/requirements.ts';
import { allSuites } from './all.ts';
import { awaiting, excusedServices, excuses, serviceOf } from './excuses.ts';
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
    const services = new Set(allRequirements.map(({ id }) => serviceOf(id)));
    expect(Object.keys(excusedServices).filter((service) => !services.has(service))).toEqual([]);
    for (const reason of Object.values(excuses)) expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('excuse no MUST of a service that is served', () => {
    const waiting = new Set(Object.values(awaiting).flatMap((ids) => Object.keys(ids)));
    const served = [...excused].filter(
      (id) => excusedServices[serviceOf(id)] === undefined && !waiting.has(id),
    );
    expect(served.filter((id) => requirementById(id)?.level === 'must')).toEqual([]);
  });

  it('wait for no service that is served', () => {
    expect(Object.keys(awaiting).filter((service) => excusedServices[service] === undefined)).toEqual([]);
  });

  it('give every test a name of its own and at least one requirement', () => {
    const ids = tests.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(tests.filter(({ test }) => test.requirements.length === 0).map(({ id }) => id)).toEqual([]);
  });
});
