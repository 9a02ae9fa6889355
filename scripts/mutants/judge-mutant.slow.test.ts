import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { equal } from '../../suites/harness/assertions.ts';
import { defineSuite, test } from '../../suites/harness/suite.ts';
import type { Mutant } from '../../suites/mutants/mutant.ts';
import { judgeMutant } from './judge-mutant.ts';
import { type OpenBench, openBench } from './open-bench.ts';

/** Small tests with made-up requirements. */
const suite = defineSuite('made-up/tokens', [
  test('V4-ENV-1', 'has an active token', async (t) => {
    const { body } = await t.ask('user.token.verify');
    if (JSON.stringify(body).includes('"status":"active"')) return;
    equal('inactive', 'active', 'the token');
  }),
  test('V4-ENV-2', 'has a membership', async (t) =>
    equal((await t.ask('user.membership.list')).status, 200, 'the status'),
  ),
  test('V4-ENV-3', 'never passes', () => equal(1, 2, 'one')),
  test(['V4-ENV-2', 'V4-ENV-5'], 'is not for this target', (t) => t.skip('not here')),
]);

const file = 'mock/services/user/user-service.ts';
const isInactive = { file, replace: 'status: actor.status', by: "status: 'disabled' as const" };
const rewritten = (change: (text: string) => string, status?: number) => ({
  response: async (given: Response) =>
    new Response(change(await given.text()), { status: status ?? given.status, headers: given.headers }),
});

const cases: readonly (readonly [string, Mutant, object])[] = [
  [
    'is caught by a test of its requirement',
    { id: 'says-inactive', requirement: 'V4-ENV-1', ...isInactive },
    { fate: 'caught', reason: null, caughtBy: [{ test: 'made-up/tokens: has an active token', others: [] }] },
  ],
  [
    'survives if all tests pass',
    { id: 'says-nothing', requirement: 'V4-ENV-2', file, replace: 'return {\n', by: 'return {\n\n' },
    { fate: 'survived', reason: '1 bound test passed, 1 skipped', caughtBy: [] },
  ],
  [
    'is broken if no test of its requirement runs',
    { id: 'says-nothing', requirement: 'V4-ENV-5', file, replace: 'return {\n', by: 'return {\n\n' },
    { fate: 'broken', reason: 'no bound test ran: not here', caughtBy: [] },
  ],
  [
    'is not caught by a test of another requirement',
    { id: 'says-inactive', requirement: 'V4-ENV-2', ...isInactive },
    { fate: 'elsewhere', caughtBy: [{ test: 'made-up/tokens: has an active token' }] },
  ],
  [
    'is not caught by a status code alone',
    { id: 'says-accepted', requirement: 'V4-ENV-2', tamper: rewritten((text) => text, 202) },
    { fate: 'status-alone' },
  ],
  [
    'is not caught by an answer that violates the schema',
    {
      id: 'says-five',
      requirement: 'V4-ENV-1',

      tamper: rewritten((text) => text.replace('"active"', '5')),
    },
    { fate: 'unfit', reason: expect.stringContaining('status') },
  ],
  [
    'is caught by such an answer if it declares that',
    {
      id: 'says-five',
      requirement: 'V4-ENV-1',

      unfit: 'It is about the schema.',
      tamper: rewritten((text) => text.replace('"active"', '5')),
    },
    { fate: 'caught' },
  ],
  [
    'is broken if its text is missing',
    { id: 'says-no-text', requirement: 'V4-ENV-1', file, replace: 'no such text', by: '' },
    { fate: 'broken', reason: `says-no-text: the text to replace is in ${file} 0 times, not once` },
  ],
  [
    'is broken if its text occurs twice',
    { id: 'says-text-twice', requirement: 'V4-ENV-1', file, replace: 'import type', by: '' },
    { fate: 'broken', reason: expect.stringMatching(/^says-text-twice: .* is in .* \d times/) },
  ],
  [
    'is broken if its file is missing',
    { id: 'says-no-file', requirement: 'V4-ENV-1', file: 'mock/none.ts', replace: 'a', by: 'b' },
    { fate: 'broken', reason: 'says-no-file: mock/none.ts does not exist' },
  ],
  [
    'is broken if the server does not load its file',
    {
      id: 'says-elsewhere',
      requirement: 'V4-ENV-1',

      file: 'mock/handlers.ts',
      replace: '/**',
      by: '/** ',
    },
    { fate: 'broken', reason: expect.stringMatching(/^says-elsewhere: .*(?:mock\/handlers.ts)/) },
  ],
  [
    'is broken if it does not compile',
    { id: 'says-rubbish', requirement: 'V4-ENV-1', file, replace: 'status: actor.status', by: ')(' },
    { fate: 'broken', reason: expect.stringMatching(/^says-rubbish: /) },
  ],
  [
    'is broken if its test fails without it too',
    { id: 'says-inactive', requirement: 'V4-ENV-3', ...isInactive },
    { fate: 'broken', reason: 'on the correct server the test is failed: made-up/tokens: never passes' },
  ],
  [
    'is broken if no test is bound to its requirement',
    { id: 'says-inactive', requirement: 'V4-ENV-4', ...isInactive },
    { fate: 'broken', reason: 'no test is bound to V4-ENV-4' },
  ],
];

describe('a mutant', () => {
  let bench: OpenBench;
  beforeAll(async () => {
    bench = await openBench({ nearby: true, suites: [suite] });
  }, 60_000);
  afterAll(() => bench.close(), 60_000);

  it.each(cases)(
    '%s',
    async (_, mutant, expected) => {
      const { id, requirement } = mutant;
      expect(await judgeMutant(mutant, bench)).toMatchObject({ mutant: id, requirement, ...expected });
    },
    60_000,
  );
});
