import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient } from '../../mock/assembly/testing/test-client.ts';
import { createMock } from '../../mock/index.ts';
import { type Bridge, startBridge } from '../git/http-backend-bridge.ts';

/** Without Git there is no source of imports; the tests of the client have its output as literals. */
const hasGit = spawnSync('git', ['--version']).status === 0;
const run = promisify(execFile);

describe.runIf(hasGit)('a repository imported from Git', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-imports-'));
  const mock = createMock({ imports: { plainHttp: true } });
  const client = getClient(mock);
  const namespace = { account_id: mock.defaults.accountId, namespace: 'default' };
  let bridge: Bridge;
  let api: string;
  let clones = 0;
  const git = async (...args: readonly string[]) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_GLOBAL: '/dev/null' };
    return (await run('git', args, { cwd: folder, env })).stdout.trim();
  };
  const source = join(folder, 'source.git');
  /** All commits and tags of a clone of a remote, after Git has checked it. */
  const cloned = async ({ remote, token }: { readonly remote: string; readonly token: string }) => {
    const target = join(folder, `clone-${clones++}`);
    const header = `http.extraHeader=Authorization: Bearer ${token}`;
    await git('-c', header, 'clone', '--quiet', '--mirror', `${api}${new URL(remote).pathname}`, target);
    await git('-C', target, 'fsck', '--strict');
    const refs = await git('-C', target, 'for-each-ref', '--format=%(refname) %(objectname)');
    return { refs, commits: (await git('-C', target, 'rev-list', '--all')).split('\n').length };
  };
  const imported = async (
    name: string,
    options: { readonly depth?: number; readonly branch?: string } = {},
  ) => {
    const body = { url: `${bridge.url}/source.git`, ...options };
    const params = { ...namespace, repo_name: name };
    const reply = await client.call('artifacts.repos.import', { params, body });
    expect(reply.body).toMatchObject({ success: true });
    return reply.body.result ?? { remote: '', token: '' };
  };

  beforeAll(async () => {
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', source]);
    const commit = (at: number) =>
      `commit refs/heads/main\ncommitter A <a@example.com> ${1e9 + at} +0000\ndata 2\n${at % 10}\nM 100644 inline f\ndata 2\n${at % 10}\n`;
    const history = Array.from({ length: 30 }, (_, at) => commit(at)).join('');
    execFileSync('git', ['-C', source, 'fast-import', '--quiet'], { input: history });
    execFileSync('git', ['-C', source, 'update-ref', 'refs/heads/side', 'main~10']);
    execFileSync('git', ['-C', source, 'tag', 'v1', 'main~3']);
    bridge = await startBridge({ root: folder });
    api = new URL((await mock.listen({ port: 0 })).api).origin;
  }, 60_000);
  afterAll(async () => {
    await mock.close();
    await bridge.close();
    rmSync(folder, { recursive: true });
  });

  it('can be cloned with everything in its source, as can its fork', async () => {
    const refs = await git('-C', source, 'for-each-ref', '--format=%(refname) %(objectname)');
    expect(await cloned(await imported('whole'))).toEqual({ refs, commits: 30 });
    const params = { ...namespace, repo_name: 'whole' };
    const fork = await client.call('artifacts.repos.fork', { params, body: { name: 'fork' } });
    // Trees and files repeat after ten commits.
    expect(fork.body.result?.objects).toBe(50);
    expect(await cloned(fork.body.result ?? { remote: '', token: '' })).toEqual({ refs, commits: 30 });
  });

  it('can be cloned to the depth of the import, as can its fork', async () => {
    expect(await cloned(await imported('deep', { depth: 3, branch: 'main' }))).toMatchObject({ commits: 3 });
    const env = mock.bindings({ artifacts: [{ binding: 'REPOS', namespace: 'default' }] });
    const fork = await (await env.REPOS.get('deep')).fork('deep-fork');
    expect(await cloned(fork)).toMatchObject({ commits: 3 });
  });
});
