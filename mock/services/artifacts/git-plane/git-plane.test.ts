import { describe, expect, it, vi } from 'vitest';
import { refs, startArtifacts, type Workbench } from '../testing/artifacts-client.ts';
import { TestObjects } from '../testing/seeded-storage.ts';

const answer = async (soon: Promise<Response>) => {
  const response = await soon;
  return [response.status, await response.text()];
};

const bad = [403, 'Invalid or expired token'];

const mint = async ({ client, space }: Workbench, body: { scope?: 'read' | 'write'; ttl?: number }) =>
  (await client.call('artifacts.tokens.create', { params: space, body: { repo: 'starter', ...body } })).body
    .result;

describe('a remote', () => {
  it('asks for credentials, and tells nobody which repositories there are', async () => {
    const { create, git } = startArtifacts();
    const { remote } = await create('starter');
    for (const url of [remote, remote.replace('starter', 'gone')]) {
      const response = await git(url + refs());
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="artifacts"');
      expect(await answer(Promise.resolve(response))).toEqual([401, 'Authentication required']);
    }
    expect(await answer(git(remote.replace('starter', 'gone') + refs(), 'x'))).toEqual(bad);
  });

  it('takes its token whole, bare, with another end, and as a password', async () => {
    const { create, git } = startArtifacts();
    const { remote, token } = await create('starter');
    const [secret = ''] = token.split('?');
    for (const text of [token, secret, `${secret}?expires=1`]) {
      expect((await git(remote + refs(), text)).status).toBe(200);
    }
    for (const pair of [`x:${token}`, `:${secret}`, `someone:${encodeURIComponent(token)}`]) {
      const headers = { authorization: `Basic ${btoa(pair)}` };
      expect((await git(remote + refs(), undefined, { headers })).status).toBe(200);
    }
    const headers = { authorization: `Basic ${btoa(`${secret}:x`)}` };
    expect(await answer(git(remote + refs(), undefined, { headers }))).toEqual(bad);
  });

  it('is not opened by a token that is another one, revoked, over, or of another repository', async () => {
    const bench = startArtifacts();
    const { create, git, send, mock } = bench;
    const { remote, token } = await create('starter');
    const { token: sibling } = await create('sibling');
    expect(await answer(git(remote + refs(), sibling))).toEqual(bad);
    expect(await answer(git(remote + refs(), token.replace(/_x_../, '_x_zz')))).toEqual(bad);
    expect(await answer(git(remote + refs(), mock.defaults.apiToken))).toEqual(bad);
    const revoked = await mint(bench, {});
    await send('DELETE', `/namespaces/default/tokens/${revoked.id}`);
    expect(await answer(git(remote + refs(), revoked.plaintext))).toEqual(bad);
    const short = await mint(bench, { ttl: 60 });
    expect((await git(remote + refs(), short.plaintext)).status).toBe(200);
    mock.clock.advance(60);
    expect(await answer(git(remote + refs(), short.plaintext))).toEqual(bad);
    expect((await git(remote + refs(), token)).status).toBe(200);
  });

  it('of a repository that was deleted is gone, and its token does not open the next one', async () => {
    const { create, git, send } = startArtifacts();
    const { remote, token } = await create('starter');
    await send('DELETE', '/namespaces/default/repos/starter');
    expect(await answer(git(remote + refs(), token))).toEqual(bad);
    const next = await create('starter');
    expect(next.remote).toBe(remote);
    expect(await answer(git(remote + refs(), token))).toEqual(bad);
    expect((await git(remote + refs(), next.token)).status).toBe(200);
  });

  it('is not written to with a token to read, from the first question on', async () => {
    const bench = startArtifacts();
    const { remote, token } = await bench.create('starter');
    const { plaintext } = await mint(bench, { scope: 'read' });
    const post = { method: 'POST', headers: { 'content-type': 'application/x-git-receive-pack-request' } };
    const refused = [403, 'Insufficient permissions'];
    expect((await bench.git(remote + refs(), plaintext)).status).toBe(200);
    expect(await answer(bench.git(remote + refs('receive-pack'), plaintext))).toEqual(refused);
    const probe = { ...post, body: '0000' };
    expect(await answer(bench.git(`${remote}/git-receive-pack`, plaintext, probe))).toEqual(refused);
    expect((await bench.git(`${remote}/git-receive-pack`, token, probe)).status).toBe(200);
  });

  it('is found in any case, without its account, and on a host of its account', async () => {
    const { create, git, account_id } = startArtifacts();
    const { token } = await create('Starter');
    for (const url of [
      `http://localhost/git/${account_id}/DEFAULT/starter.git`,
      'http://localhost/git/default/STARTER.git',
      `https://${account_id}.artifacts.cloudflare.net/git/default/Starter.git`,
    ]) {
      expect((await git(url + refs(), token)).status).toBe(200);
    }
    const stranger = `https://${'b'.repeat(32)}.artifacts.cloudflare.net/git/default/Starter.git`;
    expect(await answer(git(stranger + refs(), token))).toEqual(bad);
  });

  it.each([
    ['/info/refs', 404],
    ['/HEAD', 404],
    ['/objects/info/packs', 404],
    ['', 404],
    ['/info/refs?service=git-magic', 403],
    ['/git-upload-pack', 405],
  ])('serves nothing but Git: GET %s', async (below, status) => {
    const { create, git } = startArtifacts();
    const { remote, token } = await create('starter');
    expect((await git(remote + below, token)).status).toBe(status);
  });

  it('leads nowhere below no repository', async () => {
    const { git } = startArtifacts();
    expect(await answer(git('http://localhost/git/default/starter'))).toEqual([404, 'Not found']);
  });

  it('makes no account where accounts are made on demand', async () => {
    const { git, mock } = startArtifacts({ tenants: 'on-demand' });
    const before = mock.world.accounts.size;
    await git(`http://localhost/git/${'c'.repeat(32)}/default/starter.git${refs()}`, 'x');
    expect(mock.world.accounts.size).toBe(before);
  });

  it('notes its requests without what they carry', async () => {
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

  it('answers 500 and logs it where a repository can not be opened', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const storage = await new TestObjects().storage({});
    const broken = { ...storage, load: () => Promise.reject(new Error('the disk of the house')) };
    const { create, git } = startArtifacts({ repositories: { storageFor: () => broken } });
    const { remote, token } = await create('starter');
    expect(await answer(git(remote + refs(), token))).toEqual([500, 'Internal Server Error']);
    expect(logged).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });

  it('lists what the repository has', async () => {
    const objects = new TestObjects();
    const id = objects.commit(objects.tree({ '100644 a': objects.blob('a') }), 'first\n');
    const storage = await objects.storage({ 'refs/heads/main': id });
    const { create, git } = startArtifacts({ repositories: { storageFor: () => storage } });
    const { remote, token } = await create('starter');
    expect(await (await git(remote + refs(), token)).text()).toContain(`${id} refs/heads/main\n`);
  });
});
