import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { parseTestCosts, testCostsFile } from '../../suites/harness/test-costs.ts';

/** Runs Git in a folder; undefined when it fails, or when there is none. */
export type AskGit = (args: readonly string[]) => string | undefined;

/** Git of this machine, in a folder. */
export function gitIn(folder: string): AskGit {
  return (args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
    return status === 0 ? stdout.trim() : undefined;
  };
}

/**
 * The commit that new tests are counted from: `TOUCHSTONE_BASE`, where the branch left the main one, or the commit
 * before the last. Undefined without history.
 */
export function baseOf(git: AskGit, given: string | undefined): string | undefined {
  if (given) return git(['rev-parse', '--verify', '--quiet', `${given}^{commit}`]);
  const head = git(['rev-parse', 'HEAD']);
  for (const main of ['origin/HEAD', 'origin/main', 'main', 'master']) {
    const base = git(['merge-base', 'HEAD', main]);
    if (base && base !== head) return base;
  }
  return git(['rev-parse', '--verify', '--quiet', 'HEAD~1^{commit}']);
}

/**
 * The tests that the table of costs did not have at a commit. Whoever adds a test records it, so what was recorded
 * then was there then. Undefined when there was no table.
 */
export function testsSince(
  base: string,
  ids: readonly string[],
  git: AskGit,
  root: string,
): string[] | undefined {
  const path = relative(root, testCostsFile).replaceAll('\\', '/');
  const text = git(['show', `${base}:${path}`]);
  if (text === undefined) return undefined;
  const known = parseTestCosts(text, `${base}:${path}`);
  return ids.filter((id) => !known.has(id));
}
