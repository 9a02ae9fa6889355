import { describe, expect, it } from 'vitest';
import { allSuites } from './all.ts';
import { testId } from './harness/suite.ts';
import { readTestCosts } from './harness/test-costs.ts';

/** Tests that our own server is never asked to run, each with the reason. */
const neverRecorded: Readonly<Record<string, string>> = {
  'rulesets/expressions-edge: keeps the case in which header names were sent':
    'Only a server that sees the case of header names can pass it; ours is told lower case by its runtimes.',
  'browser-rendering/errors: answers with status 503 and the documented text where there is no browser':
    'The server of the recorded run has a browser.',
};

const ids = new Set(allSuites.flatMap((suite) => suite.tests.map((test) => testId(suite, test))));
const costs = readTestCosts();
const how = 'run `touchstone record costs` with the results.json of a run that has the new tests';

describe('the table of costs', () => {
  it('has every test, so that a dry run counts all', () => {
    const missing = [...ids].filter((id) => !costs.has(id) && !Object.hasOwn(neverRecorded, id));
    expect(missing, how).toEqual([]);
  });

  it('has no test that is gone', () => {
    expect(
      [...costs.keys()].filter((id) => !ids.has(id)),
      how,
    ).toEqual([]);
  });

  it('lacks only tests that exist', () => {
    expect(Object.keys(neverRecorded).filter((id) => !ids.has(id) || costs.has(id))).toEqual([]);
  });

  it('knows what costs money: models and rendering, and neither zones nor tokens', () => {
    const sum = (service: string) =>
      [...costs].reduce((total, [id, { billable }]) => total + (id.startsWith(service) ? billable : 0), 0);
    expect(sum('inference/')).toBeGreaterThan(500);
    expect(sum('browser-rendering/')).toBeGreaterThan(500);
    expect([sum('zones/'), sum('token-validation/')]).toEqual([0, 0]);
  });
});
