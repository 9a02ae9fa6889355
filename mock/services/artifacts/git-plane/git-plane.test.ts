import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { folderStorage } from '../../../serve/git/folder-storage.ts';
import { worldDefaults } from '../../../world/defaults.ts';
import { refs, startArtifacts } from '../testing/artifacts-client.ts';
import { TestObjects } from '../testing/seeded-storage.ts';
import { getTokens, readGitPath } from './git-plane.ts';

const answer = async (soon: Promise<Response>) => {
  const response = await soon;
  return [response.status, await response.text()];
};

describe('a remote', () => {
  it('creates no account, even when accounts are created on demand', async () => {
    const { git, mock } = startArtifacts({ tenants: 'on-demand' });
    const before = mock.world.accounts.size;
    await git(`http://localhost/git/${'c'.repeat(32)}/default/starter.git${refs()}`, 'x');
    expect(mock.world.accounts.size).toBe(before);
  });

  it('records its requests without their content', async () => {
    const { create, git, mock } = startArtifacts();
    const { remote, token } = await create('starter');
    await git(remote + refs('receive-pack'), token);
    await git(`${remote}/git-upload-pack`, 'x', { method: 'POST', body: '0000' });
    const [second, first] = [...mock.journal.entries()];
    expect(first).toMatchObject({
      operation: 'git.receive-pack.advertise',
      status: 200,
      request_headers: { authorization: '(masked)' },
      response_body: null,
    });
    expect(second).toMatchObject({ operation: 'git.upload-pack', status: 403, request_body: null });
    expect(first?.explanation).toEqual([]);
    expect(second?.explanation[1]).toBe('It is no token of default/starter, or one that has expired.');
  });

  it("answers 500 and logs the error when a repository can't be opened", async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const storage = await new TestObjects().storage({});
    const broken = { ...storage, load: () => Promise.reject(new Error('the disk of the house')) };
    const { create, git } = startArtifacts({ repositories: { storageFor: () => broken } });
    const { id, remote, token } = await create('starter');
    expect(await answer(git(remote + refs(), token))).toEqual([
      500,
      "The repository can't be opened: the log of the server says why.",
    ]);
    expect(logged.mock.calls).toEqual([
      [`touchstone: the repository ${id} can't be opened: the disk of the house`],
    ]);
    vi.restoreAllMocks();
  });
});

describe('a repository that is deleted during a request', () => {
  const objects = new TestObjects();
  const tip = objects.commit(objects.tree({ '100644 a': objects.blob('a') }), 'one');
  const pushed = objects.push('refs/heads/main', tip);
  /** Where the body of the push pauses: before it, in its command, before, in and after its pack. */
  const pauses = [0, 50, pushed.indexOf(0x50), pushed.length - 30, pushed.length];
  const places = ['in memory', 'in a folder'] as const;
  const deletions = ['DELETE', 'reset'] as const;

  it.each(
    places.flatMap((place) =>
      deletions.flatMap((way) => pauses.map((pause) => [place, way, pause] as const)),
    ),
  )(
    '%s, by %s, refuses a push that has sent %i bytes, and leaves nothing behind',
    async (place, way, pause) => {
      const folder = await mkdtemp(join(tmpdir(), 'touchstone-gone-'));
      const storageFor = (id: string, head: string) => folderStorage(join(folder, id), head);
      const { create, git, send, mock } = startArtifacts(
        place === 'in memory' ? {} : { repositories: { storageFor } },
      );
      const { remote, token } = await create('starter');
      const paused = Promise.withResolvers<void>();
      const deleted = Promise.withResolvers<void>();
      let sent = 0;
      const source: UnderlyingDefaultSource<Uint8Array> = {
        async pull(controller) {
          if (sent === pause) {
            paused.resolve();
            await deleted.promise;
          }
          const next = sent < pause ? pause : pushed.length;
          if (next > sent) controller.enqueue(pushed.slice(sent, next));
          if (next === pushed.length && sent >= pause) controller.close();
          sent = next;
        },
      };
      const body = new ReadableStream(source, { highWaterMark: 0 });
      const headers = { 'content-type': 'application/x-git-receive-pack-request' };
      const init = { method: 'POST', headers, body, duplex: 'half' };
      const answered = answer(git(`${remote}/git-receive-pack`, token, init));
      await paused.promise;
      if (way === 'reset') mock.reset();
      else expect((await send('DELETE', '/namespaces/default/repos/starter')).status).toBe(202);
      deleted.resolve();
      expect(await answered).toEqual([
        200,
        '0036unpack the repository was deleted during the push\n0026ng refs/heads/main unpacker error\n0000',
      ]);
      // A reset returns before the folders are gone.
      await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
      await rm(folder, { recursive: true });
    },
  );

  it('refuses what comes after a fault has delayed it, as it refuses the next request', async () => {
    const { create, git, send, mock } = startArtifacts();
    const { remote, token } = await create('starter');
    mock.clock.freeze();
    mock.faults.add({ operation: 'git.upload-pack.advertise', latencyMs: 1000, times: 'once' });
    const answered = answer(git(remote + refs(), token));
    await vi.waitFor(() => expect(mock.faults.list()).toMatchObject([{ left: 0 }]));
    expect((await send('DELETE', '/namespaces/default/repos/starter')).status).toBe(202);
    mock.clock.advance(1);
    expect(await answered).toEqual([403, 'Invalid or expired token']);
    expect(mock.findRequest(({ status }) => status === 403)?.explanation).toContain(
      'The repository was deleted during the request.',
    );
  });
});

const token = `art_v2_x_${'0'.repeat(40)}?expires=1795392172`;
const basic = (pair: string) => `Basic ${btoa(pair)}`;

it.each([
  [`Bearer ${token}`, [token]],
  [`bearer  ${token} `, [token]],
  [basic(`x:${token}`), [token]],
  [basic(`:${token}`), [token]],
  [basic(`x:${encodeURIComponent(token)}`), [encodeURIComponent(token), token]],
  [basic('x:50%'), ['50%']],
  [basic('x:a:b'), ['a:b']],
  [basic(`${token}:`), ['']],
  [basic(token), []],
  ['Basic ***', []],
])('%s means %j', (authorization, texts) => expect(getTokens(authorization, true)).toEqual(texts));

it.each([null, '', 'Bearer', 'Digest username="x"', token])('%s are no credentials', (authorization) =>
  expect(getTokens(authorization, true)).toBeUndefined(),
);

const account = 'a'.repeat(32);
const hex = '0123456789abcdef0123456789abcdef';

it.each([
  ['localhost:4800', `/git/${account}/ns/repo.git/info/refs`, [account, 'ns', 'repo', '/info/refs']],
  [
    'localhost',
    '/git/ns/repo.git/git-upload-pack',
    [worldDefaults.accountId, 'ns', 'repo', '/git-upload-pack'],
  ],
  [`${account}.artifacts.example`, '/git/ns/repo.git/x', [account, 'ns', 'repo', '/x']],
  [`${hex}.artifacts.example`, `/git/${account}/ns/repo.git/x`, [account, 'ns', 'repo', '/x']],
  ['localhost', `/git/${account}/ns/a.git.git/x`, [account, 'ns', 'a.git', '/x']],
  ['localhost', `/git/${hex}/repo.git/x`, [worldDefaults.accountId, hex, 'repo', '/x']],
  ['localhost', `/git/${account}/n%73/repo.git`, [account, 'ns', 'repo', '']],
  ['localhost', `/git/${account}/ns/repo/info/refs`, [account, 'ns', 'repo', '/info/refs']],
  ['localhost', '/git/ns/repo/git-upload-pack', [worldDefaults.accountId, 'ns', 'repo', '/git-upload-pack']],
  ['localhost', `/git/${hex}/repo/info/refs`, [worldDefaults.accountId, hex, 'repo', '/info/refs']],
])('at %s, %s names a repository', (host, path, expected) => {
  const read = readGitPath(host, path);
  expect([read?.accountId, read?.namespace, read?.repo, read?.below]).toEqual(expected);
});

it.each([
  '/git/',
  '/git/ns',
  '/git/ns/repo',
  '/git/ns/repo/info/attributes',
  '/git/ns/.git/HEAD',
  '/git/a/b/c/repo.git/info/refs',
  '/git/ns/%zz.git/info/refs',
])('%s names none', (path) => expect(readGitPath('localhost', path)).toBeUndefined());
