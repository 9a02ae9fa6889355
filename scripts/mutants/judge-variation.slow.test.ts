import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { equal, isObject } from '../../suites/harness/assertions.ts';
import { defineSuite, test } from '../../suites/harness/suite.ts';
import { results, succeedsWith } from '../../suites/mutants/lawful/answers.ts';
import type { Variation } from '../../suites/mutants/lawful/variation.ts';
import { type Blame, judgeVariation } from './judge-variation.ts';
import { getLines } from './lawful.ts';
import { type OpenBench, openBench } from './open-bench.ts';

/** Small tests with made-up requirements. */
const suites = [
  defineSuite('made-up/tokens', [
    test('V4-ENV-1', 'has an active token', async (t) => {
      const { body } = await t.ask('user.token.verify');
      equal(isObject(body) && isObject(body['result']) && body['result']['status'], 'active', 'the token');
    }),
    test('V4-ENV-12', 'requires more than a seed says', async (t) =>
      equal((await t.ask('user.token.verify')).status, 200, 'the status'),
    ),
  ]),
  defineSuite('made-up/memberships', [
    test('V4-ENV-2', 'has a membership', async (t) =>
      equal((await t.ask('user.membership.list')).status, 200, 'the status'),
    ),
  ]),
  defineSuite('made-up/never', [
    test('V4-ENV-3', 'never passes', () => equal(1, 2, 'one')),
    test('V4-ENV-4', 'never passes either', () => equal(1, 2, 'one')),
  ]),
  defineSuite('made-up/others', [test('V4-ENV-2', 'is not for this target', (t) => t.skip('not here'))]),
];

const file = 'mock/services/user/user-service.ts';
const on = (suite: string) => ({ because: 'It is made up.', suites: [`made-up/${suite}`] });
const inactive = results('user.token.verify', (result) => ({ ...Object(result), status: 'disabled' }));

const cases: readonly (readonly [string, Variation, object])[] = [
  [
    'is fair if no MUST fails, whatever else does',
    { ...on('tokens'), id: 'answers-with-201', ...succeedsWith('user.token.verify', 201) },
    { verdict: 'fair', reason: null, blames: [] },
  ],
  [
    'is blamed if a MUST fails for a changed answer',
    { ...on('tokens'), id: 'says-inactive', ...inactive },
    { verdict: 'blamed', blames: [blame('made-up/tokens: has an active token', 'V4-ENV-1')] },
  ],
  [
    'is blamed if a MUST fails for a patch',
    {
      ...on('tokens'),
      id: 'says-inactive',
      file,
      replace: 'status: actor.status',
      by: "status: 'disabled' as const",
    },
    { verdict: 'blamed', blames: [blame('made-up/tokens: has an active token', 'V4-ENV-1')] },
  ],
  [
    'is idle if it changes no answer',
    { ...on('memberships'), id: 'has-other-gateways', ...succeedsWith('ai-gateway.route.', 201) },
    { verdict: 'idle', reason: 'it changes no exchange' },
  ],
  [
    'is idle if no test runs',
    { ...on('others'), id: 'grows-otherwise', mock: { seed: 7 } },
    { verdict: 'idle', reason: 'no test runs: not here' },
  ],
  [
    'is broken if its test fails without it too',
    { ...on('never'), id: 'grows-otherwise', mock: { seed: 7 } },
    { verdict: 'broken', reason: 'fails without it too: made-up/never: never passes' },
  ],
  [
    'is broken if its text is missing',
    { ...on('tokens'), id: 'says-no-text', file, replace: 'no such text', by: '' },
    { verdict: 'broken', reason: `says-no-text: the text to replace is in ${file} 0 times, not once` },
  ],
  [
    'is broken if its suite does not exist',
    { ...on('none'), id: 'grows-otherwise', mock: { seed: 7 } },
    {
      verdict: 'broken',
      reason: expect.stringContaining('No test belongs to the service or suite made-up/none'),
    },
  ],
];

function blame(test: string, requirement: string): Blame {
  return { test, findings: [{ requirement, message: expect.any(String) as string }] }; // a matcher of any text
}

describe('a lawful variation', () => {
  let bench: OpenBench;
  beforeAll(async () => {
    bench = await openBench({ nearby: false, suites });
  }, 60_000);
  afterAll(() => bench.close(), 60_000);

  it.each(cases)(
    '%s',
    async (_, variation, expected) => {
      expect(await judgeVariation(variation, bench)).toMatchObject({ variation: variation.id, ...expected });
    },
    60_000,
  );
});

describe('the lines of a blamed variation', () => {
  it('contain the test, the requirement, its sentence and that of the seed', () => {
    const lines = getLines({
      variation: 'creates-rules-with-201',
      verdict: 'blamed',
      reason: null,
      blames: [{ test: 'suite: title', findings: [{ requirement: 'TV-RULE-1', message: 'another status' }] }],
      passed: 3,
      skipped: 1,
      duration_ms: 1200,
    });
    expect(lines).toEqual([
      'BLAMED   creates-rules-with-201  3 passed, 1 skipped  1.2 s',
      expect.stringMatching(/^ {4}lawful: .*status codes/),
      expect.stringMatching(/^ {4}TV-RULE-1: ./),
      expect.stringMatching(/^ {6}token-validation\.md:\d+: ./),
      '      suite: title',
      '        another status',
    ]);
  });
});
