import { expect, test } from 'vitest';
import { runTiny } from '../harness/testing/run-tiny.ts';
import { tinyPlatform, tinyZoneId } from '../harness/testing/tiny-platform.ts';
import { timeoutsSuite } from './retries.suite.ts';

const tooFast = 'its models answer too fast for the time limit';

test.concurrent.each([
  ['is skipped where only the network is slow', 600, 0, false, tooFast],
  ['is skipped where nothing is slow', 0, 0, true, tooFast],
  ['passes where a slow model is stopped', 0, 600, true, 'passed'],
  ['fails where a slow model is not stopped', 0, 600, false, 'failed'],
] as const)('the test of the time limit %s', async (_, network, model, stops, expected) => {
  const platform = tinyPlatform();
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const fetch = async (request: Request) => {
    if (!request.url.includes('/ai/run')) return platform.fetch(request);
    await wait(network);
    const error = { result: null, success: false, errors: [{ code: 1, message: 'No' }], messages: [] };
    if (request.url.includes('no-such-model')) return Response.json(error, { status: 400 });
    if (stops && request.headers.get('cf-aig-request-timeout') === '1') {
      return Response.json(error, { status: 408 });
    }
    await wait(model);
    return Response.json({ result: { response: 'Hello' }, success: true, errors: [], messages: [] });
  };
  const target = { ...platform.target, accountId: tinyZoneId };
  const { tests } = await runTiny(timeoutsSuite.tests.slice(0, 1), { fetch }, { ...platform, target });
  const judged = tests[0]?.findings.find(({ requirement }) => requirement === 'GW-HDR-9')?.status;
  expect(judged ?? tests[0]?.reason).toBe(expected);
});
