import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { installRunners } from './runners/install.ts';
import { run, runners } from './runners/runners.ts';
import { sharedTests } from './runners/shared/shared-test.ts';

// The mock inside users' tests, in every runner, from the packed package.

const folder = mkdtempSync(join(tmpdir(), 'touchstone-runners-'));
beforeAll(() => installRunners(inject('tarballs').touchstone), 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }), 300_000);

const cases = runners(folder).map((runner) => [runner.name, runner] as const);

test.each(cases)('the tests end as they should in %s', { timeout: 300_000 }, async (_, runner) => {
  const outcome = await run(runner, join(import.meta.dirname, 'runners'));
  if (runner.judge) return expect(runner.judge(outcome), outcome.output).toBeUndefined();
  // A runner that runs no test passes too, so the tests are counted.
  const missing = sharedTests.map(({ title }) => title).filter((title) => !outcome.passed.includes(title));
  expect(missing, outcome.output).toEqual([]);
  expect(outcome.code, outcome.output).toBe(0);
  expect(outcome.output).not.toContain('of this test');
});
