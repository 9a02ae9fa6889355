import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  getUrl,
  git,
  makeRepository,
  type Remote,
  type StateServer,
  startServer,
} from './serve-state-run.ts';

/** Git itself makes the pushes: without it nothing can be tried here, and `mock/serve` has the unit tests. */
const hasGit = spawnSync('git', ['--version']).status === 0;

describe.runIf(hasGit)('a server with --state and --tls', { timeout: 60_000 }, () => {
  let folder = '';
  let server: StateServer;
  const at = (...names: string[]) => join(folder, ...names);
  const state = () => at('state');
  const files = () =>
    readdirSync(at('state', 'repositories'), { recursive: true })
      .map(String)
      .filter((name) => name.includes('/'));

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'touchstone-serve-state-'));
    server = await startServer(state());
  });
  afterEach(async () => {
    await server.kill();
    rmSync(folder, { recursive: true });
  });

  /** A local repository with a commit, and one on the server to push it to. */
  async function prepare(): Promise<{ remote: Remote; run: (...args: string[]) => Promise<string> }> {
    const remote = await makeRepository(server, 'One');
    const run = (...args: string[]) => git(server, remote, at('work'), args);
    await git(server, remote, folder, ['init', '--quiet', '--initial-branch=main', 'work']);
    await run('commit', '--quiet', '--allow-empty', '--message=first');
    return { remote, run };
  }

  const tipOnServer = async (remote: Remote) =>
    (await git(server, remote, folder, ['ls-remote', getUrl(server, remote), 'refs/heads/main'])).slice(
      0,
      40,
    );

  async function restart(): Promise<void> {
    await server.kill();
    server = await startServer(state());
  }

  it('keeps every acknowledged push, the repository and its tokens after SIGKILL', async () => {
    const { remote, run } = await prepare();
    writeFileSync(at('work', 'file'), 'content');
    await run('add', '.');
    await run('commit', '--quiet', '--message=second');
    await run('push', '--quiet', getUrl(server, remote), 'main', 'main:refs/tags/kept');
    await restart();
    await git(server, remote, folder, ['clone', '--quiet', getUrl(server, remote), 'copy']);
    expect(await git(server, remote, at('copy'), ['log', '--format=%s'])).toBe('second\nfirst');
    expect(await git(server, remote, at('copy'), ['tag'])).toBe('kept');
    await git(server, remote, at('copy'), ['fsck', '--strict']);
    expect(await server.stop()).toBe(0);
  });

  it('reuses no id and no token after a restart', async () => {
    const first = await makeRepository(server, 'One');
    await restart();
    const second = await makeRepository(server, 'Two');
    expect(second.token).not.toBe(first.token);
    expect(readdirSync(at('state'))).toEqual(expect.arrayContaining(['repositories', 'state.jsonl', 'tls']));
  });

  it('keeps nothing of an unfinished push after SIGKILL', async () => {
    const { remote, run } = await prepare();
    await run('push', '--quiet', getUrl(server, remote), 'main');
    const [tip, before] = [await tipOnServer(remote), files()];

    let sent = () => {};
    const underWay = new Promise<void>((resolve) => {
      sent = resolve;
    });
    const command = `${tip} ${'a'.repeat(40)} refs/heads/main\0report-status`;
    const head = new TextEncoder().encode(
      `${(command.length + 4).toString(16).padStart(4, '0')}${command}0000PACK`,
    );
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        // A pack of three objects, the first of which, of 16 MiB, does not end.
        if (pieces === 0) controller.enqueue(head);
        else if (pieces === 1)
          controller.enqueue(Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 3, 0xb0, 0x80, 0x80, 0x40, 0x78, 0x01));
        else if (pieces < 40) controller.enqueue(storedBlock());
        else {
          sent();
          return new Promise<void>(() => {});
        }
        pieces++;
        return undefined;
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        authorization: `Bearer ${remote.token}`,
        'content-type': 'application/x-git-receive-pack-request',
      },
      body,
      duplex: 'half',
    };
    const answered = server.fetch(new Request(`${getUrl(server, remote)}/git-receive-pack`, init)).then(
      () => 'answered',
      () => 'cut',
    );
    await underWay;
    await waitFor(() => files().some((name) => name.includes('tmp-')));
    await restart();
    expect(await answered).toBe('cut');
    expect(await tipOnServer(remote)).toBe(tip);
    expect(files()).toEqual(before);
  });

  it('has the last acknowledged state, or the one after it, after SIGKILL at any moment', async () => {
    const { remote, run } = await prepare();
    for (const delay of [10, 40, 90, 160]) {
      let acknowledged = '';
      let tried = '';
      let killed = false;
      const pushing = (async () => {
        while (!killed) {
          await run('commit', '--quiet', '--allow-empty', `--message=${delay} ${performance.now()}`);
          tried = await run('rev-parse', 'HEAD');
          await run('push', '--quiet', getUrl(server, remote), 'main').then(() => {
            acknowledged = tried;
          });
        }
      })().catch(() => {});
      await waitFor(() => acknowledged !== '');
      await new Promise((resolve) => setTimeout(resolve, delay));
      killed = true;
      await server.kill();
      await pushing;
      server = await startServer(state());
      expect([acknowledged, tried]).toContain(await tipOnServer(remote));
      expect(files().filter((name) => name.includes('tmp-'))).toEqual([]);
    }
    await git(server, remote, folder, ['clone', '--quiet', getUrl(server, remote), 'copy']);
    await git(server, remote, at('copy'), ['fsck', '--strict']);
  });

  it('tells Git why it refuses a large pack that it need not read', async () => {
    const { remote, run } = await prepare();
    writeFileSync(at('work', 'large'), randomBytes(8 * 1024 * 1024));
    await run('add', '.');
    await run('commit', '--quiet', '--message=large');
    const stranger = { ...remote, token: `art_v2_x_${'0'.repeat(40)}` };
    await expect(git(server, stranger, at('work'), ['push', getUrl(server, remote), 'main'])).rejects.toThrow(
      /Invalid or expired token[\s\S]*403/,
    );
    // Git sends a probe first; other clients may not.
    const answer = await server.fetch(
      new Request(`${getUrl(server, remote)}/git-receive-pack`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${stranger.token}`,
          'content-type': 'application/x-git-receive-pack-request',
        },
        body: new Uint8Array(60 * 1024 * 1024),
      }),
    );
    expect([answer.status, await answer.text()]).toEqual([403, 'Invalid or expired token']);
  });
});

/** A stored block of deflate that is not the last, with 60,000 bytes. */
function storedBlock(): Uint8Array {
  const block = new Uint8Array(5 + 60_000);
  block.set([0, 60_000 & 0xff, 60_000 >> 8, ~60_000 & 0xff, (~60_000 >> 8) & 0xff]);
  return block;
}

async function waitFor(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 5));
}
