import { describe, expect, test } from 'vitest';
import { runSuites } from '../harness/runner.ts';
import { tinyPlatform } from '../harness/testing/tiny-platform.ts';
import { negativeCasesSuite } from './negative-cases.suite.ts';

/** What the faults of one member of a new configuration find out about the tiny platform. */
async function judge(member: string) {
  const platform = tinyPlatform();
  const title = `POST /client/v4/zones/{zone_id}/token_validation/config refuses faults (must) at ${member}`;
  const { tests } = await runSuites(platform.target, [negativeCasesSuite], {
    fetch: platform.fetch,
    journal: null,
    select: { title },
  });
  const one = tests.find((result) => result.title === title);
  return { one, left: platform.configs.size };
}

describe('the negative cases', () => {
  test('pass where every fault of a member is refused', async () => {
    const { one } = await judge('/title');
    expect([one?.status, one?.failed_level]).toEqual(['passed', null]);
  });

  test('fail a MUST where a fault is accepted, name each, and leave nothing behind', async () => {
    const { one, left } = await judge('/description');
    expect([one?.status, one?.failed_level]).toEqual(['failed', 'must']);
    const message = one?.findings.find(({ requirement }) => requirement === 'V4-ENV-7')?.message;
    expect(message?.split('\n')).toEqual([
      'The request without description was accepted with status 200',
      'The request with description a number was accepted with status 200',
      'The request with description a boolean was accepted with status 200',
      'The request with description an array was accepted with status 200',
      'The request with description an object was accepted with status 200',
      'The request with description null was accepted with status 200',
      'The request with description of 501 characters was accepted with status 200',
    ]);
    expect(left).toBe(0);
  });
});
