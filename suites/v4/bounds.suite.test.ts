import { describe, expect, test } from 'vitest';
import { runSuites } from '../harness/runner.ts';
import { tinyPlatform } from '../harness/testing/tiny-platform.ts';
import { boundSuites } from './bounds.suite.ts';

/** The findings of the tests of one requirement against the tiny platform. */
async function judge(requirement: string) {
  const platform = tinyPlatform();
  const { tests } = await runSuites(platform.target, boundSuites, {
    fetch: platform.fetch,
    journal: null,
    select: { requirements: [requirement] },
  });
  return { one: tests[0], left: platform.configs.size };
}

describe('the bounds of the contract', () => {
  test.each([
    ['a fault is refused', 'TV-CFG-12'],
    ['a value at the limit is accepted', 'TV-CFG-13'],
  ])('pass where %s', async (_, requirement) => {
    const { one } = await judge(requirement);
    expect([one?.status, one?.failed_level]).toEqual(['passed', null]);
  });

  test('fail a MUST where a fault is accepted, name each fault, and leave nothing behind', async () => {
    const { one, left } = await judge('TV-CFG-16');
    expect([one?.status, one?.failed_level]).toEqual(['failed', 'must']);
    const message = one?.findings.find(({ requirement }) => requirement === 'TV-CFG-16')?.message;
    expect(message?.split('\n')).toEqual([
      'The request with description a number was accepted with status 200',
      'The request with description a boolean was accepted with status 200',
      'The request with description an array was accepted with status 200',
      'The request with description an object was accepted with status 200',
    ]);
    expect(left).toBe(0);
  });
});
