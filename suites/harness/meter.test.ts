import { describe, expect, test } from 'vitest';
import { createMeters } from './meter.ts';
import type { RunOptions } from './runner.ts';
import { runSuites } from './runner.ts';
import type { Test } from './suite.ts';
import { type TinyPlatform, tinyPlatform } from './testing/tiny-platform.ts';

const api = 'http://tiny.invalid/client/v4';
const zoneRead = { plane: 'api', method: 'GET', url: `${api}/zones/1` } as const;

describe('a meter', () => {
  test('admits as many requests as the budget allows, over all tests, and any number during clean-up', async () => {
    const meters = createMeters({ budget: { requests: 2 } });
    const [one, other] = [meters.meter(), meters.meter()];
    await one.admit(zoneRead);
    await other.admit(zoneRead);
    await expect(one.admit(zoneRead)).rejects.toThrow('the budget of 2 requests is spent');
    one.tidy();
    await one.admit(zoneRead);
    expect(one.counts).toEqual({ sent: 1, clean_up: 1 });
    expect(meters.totals()).toEqual({ sent: 2, clean_up: 1 });
  });

  test('spaces requests by the rate, across all tests', async () => {
    const meters = createMeters({ rate: 50 });
    const started = performance.now();
    await Promise.all(Array.from({ length: 6 }, () => meters.meter().admit(zoneRead)));
    expect(performance.now() - started).toBeGreaterThanOrEqual(99);
  });

  test('opens the admin interface only to tests that name a feature for it', async () => {
    const meter = createMeters().meter();
    const freeze = { plane: 'api', method: 'POST', url: 'http://x/_touchstone/clock/freeze' } as const;
    await meter.admit({ ...freeze, method: 'GET', url: 'http://x/_touchstone/clock' });
    meter.named('edge');
    await expect(meter.admit(freeze)).rejects.toThrow(
      /POST .*freeze is sent by a test that names no feature/,
    );
    meter.named('clock');
    await meter.admit(freeze);
  });
});

const makes = (number: number): Test => ({
  id: `makes ${number}`,
  title: 'makes a configuration',
  requirements: ['TV-CFG-1'],
  run: async (t) => {
    await t.config();
    await t.config();
  },
});

const runAgainst = (platform: TinyPlatform, tests: readonly Test[], options: RunOptions) =>
  runSuites(platform.target, [{ name: 'harness/meter', tests }], {
    fetch: platform.fetch,
    journal: null,
    ...options,
  });

describe('a run with a budget', () => {
  test('finishes begun tests, skips the rest, cleans up, and is partial', async () => {
    const platform = tinyPlatform();
    const tests = [makes(1), makes(2), makes(3)];
    const result = await runAgainst(platform, tests, { budget: { requests: 3 } });
    expect(result.tests.map(({ status, reason }) => [status, reason])).toEqual([
      ['passed', null],
      ['skipped', 'the budget of 3 requests is spent'],
      ['skipped', 'the budget of 3 requests is spent'],
    ]);
    expect(result.verdict_reason).toBe('2 tests did not run: the budget of 3 requests is spent');
    expect([result.verdict, result.requests.sent]).toEqual(['partial', 3]);
    expect(result.requests.clean_up).toBeGreaterThanOrEqual(3);
    expect(platform.configs.size).toBe(0);
  });
});

test('a test that uses a private path breaks the run', async () => {
  const private_: Test = {
    title: 'reads the journal',
    requirements: ['TV-CFG-1'],
    run: async (t) => {
      await t.ask('touchstone.journal.list');
    },
  };
  const result = await runAgainst(tinyPlatform(), [private_], {});
  expect([result.verdict, result.tests[0]?.reason]).toEqual([
    'broken run',
    expect.stringContaining('names no feature that allows it'),
  ]);
});
