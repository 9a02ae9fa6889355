import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Suite, testId } from '../../suites/harness/suite.ts';

/** Runs Git in a folder; undefined if it fails or is missing. */
export type AskGit = (args: readonly string[]) => string | undefined;

/** Git of this machine, in a folder. */
export function gitIn(folder: string): AskGit {
  return (args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
    return status === 0 ? stdout.trim() : undefined;
  };
}

/**
 * The commit from which tests count as new: `TOUCHSTONE_BASE`, the fork point of the branch, or the commit before the
 * last. Undefined without history.
 */
export function getBase(git: AskGit, given: string | undefined): string | undefined {
  if (given) return git(['rev-parse', '--verify', '--quiet', `${given}^{commit}`]);
  const head = git(['rev-parse', 'HEAD']);
  for (const main of ['origin/HEAD', 'origin/main', 'main', 'master']) {
    const base = git(['merge-base', 'HEAD', main]);
    if (base && base !== head) return base;
  }
  return git(['rev-parse', '--verify', '--quiet', 'HEAD~1^{commit}']);
}

/**
 * The tests that the suites did not have at a commit, which are read from a worktree of it.
 *
 * @param root folder of the repository, whose `node_modules` the worktree uses
 * @returns undefined if the suites of that commit can't be read
 */
export async function testsSince(
  base: string,
  ids: readonly string[],
  git: AskGit,
  root: string,
): Promise<string[] | undefined> {
  const folder = join(root, '.touchstone', `base-${process.pid}`);
  if (git(['worktree', 'add', '--detach', folder, base]) === undefined) return undefined;
  try {
    const file = pathToFileURL(join(folder, 'suites', 'index.ts')).href;
    const { allSuites }: { allSuites: readonly Suite[] } = await import(file);
    const known = new Set(allSuites.flatMap((suite) => suite.tests.map((test) => testId(suite, test))));
    return ids.filter((id) => !known.has(id));
  } catch {
    return undefined;
  } finally {
    git(['worktree', 'remove', '--force', folder]);
  }
}
