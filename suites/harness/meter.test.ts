import { expect, test } from 'vitest';
import { createMeters } from './meter.ts';
import { runTiny, tinyTest } from './testing/run-tiny.ts';
import { tinyPlatform } from './testing/tiny-platform.ts';

const read = { plane: 'api', method: 'GET', url: 'http://tiny.invalid/client/v4/zones/1' } as const;

test('a meter spaces requests by the rate, across all tests', async () => {
  const meters = createMeters({ rate: 50 });
  const started = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => meters.meter().admit(read)));
  expect(performance.now() - started).toBeGreaterThanOrEqual(99);
});

test('a meter opens the admin interface only to tests that name a feature for it', async () => {
  const meter = createMeters().meter();
  const freeze = { plane: 'api', method: 'POST', url: 'http://x/_touchstone/clock/freeze' } as const;
  await meter.admit({ ...freeze, method: 'GET', url: 'http://x/_touchstone/clock' });
  meter.named('edge');
  await expect(meter.admit(freeze)).rejects.toThrow(/POST .*freeze is sent by a test that names no feature/);
  meter.named('clock');
  await meter.admit(freeze);
});

test('a run with a budget finishes begun tests, skips the rest, cleans up, and is partial', async () => {
  const platform = tinyPlatform();
  const makes = (title: string) =>
    tinyTest(
      async (t) => {
        await t.config();
        await t.config();
      },
      { title },
    );
  const result = await runTiny(['a', 'b', 'c'].map(makes), { budget: { requests: 3 } }, platform);
  expect(result.tests.map(({ status, reason }) => [status, reason])).toEqual([
    ['passed', null],
    ['skipped', 'the budget of 3 requests is spent'],
    ['skipped', 'the budget of 3 requests is spent'],
  ]);
  expect(result.verdict_reason).toBe('2 tests did not run: the budget of 3 requests is spent');
  expect([result.verdict, result.requests.sent, platform.configs.size]).toEqual(['partial', 3, 0]);
  expect(result.requests.clean_up).toBeGreaterThanOrEqual(3);
});
