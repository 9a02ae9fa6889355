import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { judgeGitItself } from './git-suites.ts';

/** Where there is no Git there is nothing to judge; the suites then judge our own server all the same. */
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.runIf(hasGit)('the suites of Git', () => {
  // These are the quick ones; `bun run test git` has all of them.
  const services = ['advertisement', 'lists', 'shallow', 'filters'].map((name) => `artifacts/git/${name}`);

  it('find nothing wrong with Git itself', { timeout: 120_000 }, async () => {
    const { tests, verdict } = await judgeGitItself({ select: { services } });
    const wrong = tests.filter(({ status }) => status !== 'passed');
    expect(
      wrong.map(({ id, status, reason, findings }) => ({
        id,
        status,
        why: reason ?? findings.filter((one) => one.status === 'failed').map(({ message }) => message),
      })),
    ).toEqual([]);
    expect([verdict, tests.length > 20]).toEqual(['conformant', true]);
  });
});
