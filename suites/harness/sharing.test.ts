import { describe, expect, it } from 'vitest';
import type { RunOptions } from './runner.ts';
import { runSuites } from './runner.ts';
import type { Suite, Test } from './suite.ts';
import { createTarget, targetFileSchema } from './target.ts';

const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
const target = createTarget(
  targetFileSchema.parse({ api: 'http://a.invalid/v4', zone_id, zone_name: 'a.invalid', api_token: 'bench' }),
);

/** Two tests that ask the same, and how often somebody was asked it. */
async function run(status: number, options: RunOptions = {}) {
  let asked = 0;
  const fetch = async (request: Request) => {
    if (!request.url.endsWith('/thing')) return Response.json({ success: true, result: { id: zone_id } });
    asked++;
    return Response.json({ asked }, { status });
  };
  const test = (title: string): Test => ({
    title,
    requirements: ['V4-ENV-1'],
    run: async (t) => {
      await t.step('own', () => t.sharing(() => t.send({ method: 'GET', path: '/thing' })));
    },
  });
  const suite: Suite = { name: 'a/b', tests: [test('one'), test('other')] };
  const { tests, requests } = await runSuites(target, [suite], { fetch, journal: null, ...options });
  return { asked, sent: requests.sent, statuses: tests.map((one) => one.status), tests };
}

describe('what tests share', () => {
  it('is sent and counted once, and stands on the record of each', async () => {
    const { asked, sent, statuses, tests } = await run(200);
    expect([asked, sent, statuses]).toEqual([1, 1, ['passed', 'passed']]);
    for (const { exchanges } of tests)
      expect(exchanges).toMatchObject([{ step: 'own', response: { body: '{"asked":1}' } }]);
  });

  it('is asked by each of them where it fails, and where tests run several times', async () => {
    expect((await run(500)).asked).toBe(2);
    expect((await run(200, { repeat: { times: 3, seed: 1 } })).asked).toBe(6);
  });
});
