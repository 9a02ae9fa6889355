import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { gitSuites } from '../../suites/artifacts/git/suites.ts';
import type { RunResult } from '../../suites/harness/results.ts';
import { runSuites } from '../../suites/harness/runner.ts';
import { createTarget } from '../../suites/harness/target.ts';
import { startBridge } from '../git/http-backend-bridge.ts';

/** Git settings that the suites expect. */
const config = {
  'uploadpack.allowSidebandAll': 'true',
  'uploadpackfilter.sparse:oid.allow': 'false',
};

const zoneId = '0'.repeat(32);

/**
 * Runs the Git suites against Git's own server, to prove the suites themselves.
 */
async function judgeGitItself(): Promise<RunResult> {
  const root = await mkdtemp(join(tmpdir(), 'touchstone-remotes-'));
  const bridge = await startBridge({ root, config });
  const target = createTarget({
    // A run with repositories of its own asks no API.
    api: 'http://api.invalid',
    zone_id: zoneId,
    zone_name: 'example.localhost',
    api_token: 'none',
    features: ['git-server'],
  });
  try {
    return await runSuites(target, gitSuites, {
      journal: null,
      repositories: async (name, { branch = 'main' }) => {
        await promisify(execFile)('git', [
          'init',
          '--quiet',
          '--bare',
          `--initial-branch=${branch}`,
          join(root, `${name}.git`),
        ]);
        return { remote: `${bridge.url}/${name}.git`, headers: {}, branch };
      },
    });
  } finally {
    await bridge.close();
    await rm(root, { recursive: true });
  }
}

/** Without Git there is nothing to judge; the suites judge our own server anyway. */
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.runIf(hasGit)('the suites of Git', () => {
  it('find nothing wrong with Git itself', { timeout: 120_000 }, async () => {
    const { tests } = await judgeGitItself();
    const wrong = tests.filter(({ status }) => status === 'failed' || status === 'error');
    expect(
      wrong.map(({ id, status, reason, findings }) => ({
        id,
        status,
        why: reason ?? findings.filter((one) => one.status === 'failed').map(({ message }) => message),
      })),
    ).toEqual([]);
    expect(tests.filter(({ status }) => status === 'passed').length).toBeGreaterThan(100);
  });
});
