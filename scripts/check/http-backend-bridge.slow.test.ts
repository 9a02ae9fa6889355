import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bridge, startBridge } from '../git/http-backend-bridge.ts';

/** Without Git there is nothing to bridge to. */
const hasGit = spawnSync('git', ['http-backend'], { input: '' }).status === 0;

describe.runIf(hasGit)('the bridge to git http-backend', () => {
  const folder = mkdtempSync(join(tmpdir(), 'git-bridge-'));
  const git = async (...args: readonly string[]) =>
    (
      await promisify(execFile)('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
        env: { ...process.env, GIT_TERMINAL_PROMPT: '0', HOME: folder },
      })
    ).stdout;
  let bridge: Bridge;
  let guarded: Bridge;

  beforeAll(async () => {
    await git('init', '--quiet', '--bare', '--initial-branch=main', 'hub.git');
    await git('init', '--quiet', '--initial-branch=main', 'work');
    // More than the client sends in one piece, so the body is chunked and preceded by a probe.
    writeFileSync(join(folder, 'work/noise'), crypto.getRandomValues(new Uint8Array(65_536)));
    for (let n = 0; n < 40; n++) {
      writeFileSync(join(folder, `work/noise-${n}`), crypto.getRandomValues(new Uint8Array(65_536)));
    }
    await git('-C', 'work', 'add', '.');
    await git('-C', 'work', 'commit', '--quiet', '-m', 'noise');
    bridge = await startBridge({ root: folder });
    guarded = await startBridge({ root: folder, token: 'secret' });
  });

  afterAll(async () => {
    await bridge.close();
    await guarded.close();
    rmSync(folder, { recursive: true });
  });

  it('accepts a large push and returns it to a clone', async () => {
    await git('-C', 'work', 'push', '--quiet', `${bridge.url}/hub.git`, 'main');
    await git('clone', '--quiet', `${bridge.url}/hub.git`, 'copy');
    expect(await git('-C', 'copy', 'rev-parse', 'HEAD')).toBe(await git('-C', 'work', 'rev-parse', 'HEAD'));
    expect(await git('-C', 'copy', 'fsck', '--strict')).toBe('');
  });

  it('passes on the requested protocol version', async () => {
    const url = `${bridge.url}/hub.git/info/refs?service=git-upload-pack`;
    const answer = await fetch(url, { headers: { 'Git-Protocol': 'version=2' } });
    expect(answer.headers.get('content-type')).toBe('application/x-git-upload-pack-advertisement');
    expect(await answer.text()).toMatch(/^000eversion 2\n/);
    expect(await (await fetch(url)).text()).toMatch(/^001e# service=git-upload-pack\n/);
  });

  it.each([
    ['/gone.git/info/refs?service=git-upload-pack', 404],
    ['/hub.git/info/refs?service=git-shell', 403],
    ['/hub.git/git-upload-pack', 400],
    ['/../hub.git/HEAD', 200],
    ['/hub.git/../../etc/passwd', 404],
  ])('answers %s with %i', async (path, status) => {
    const answer = await fetch(bridge.url + path);
    await answer.body?.cancel();
    expect(answer.status).toBe(status);
  });

  it.each([
    ['Bearer secret', 200],
    [`Basic ${btoa('x:secret')}`, 200],
    ['Bearer other', 401],
    ['', 401],
  ])('answers a client with "%s" with %i if it requires a token', async (authorization, status) => {
    const answer = await fetch(`${guarded.url}/hub.git/HEAD`, { headers: { authorization } });
    await answer.body?.cancel();
    expect(answer.status).toBe(status);
  });

  it('pushes with a token in the header', async () => {
    const header = 'http.extraHeader=Authorization: Bearer secret';
    await git('-c', header, '-C', 'work', 'push', '--quiet', `${guarded.url}/hub.git`, 'main:other');
    await expect(git('ls-remote', `${guarded.url}/hub.git`)).rejects.toThrow('could not read Username');
  });
});
