import { describe, expect, it, vi } from 'vitest';
import type { RepositoryStorage } from '../../engines/git/repository-storage.ts';
import { memoryStorage } from '../../engines/git/storage/memory-storage.ts';
import { MemoryState } from '../../world/state/testing/memory-state.ts';
import type { RepositoryHost } from './repository-registry.ts';
import { startArtifacts } from './testing/artifacts-client.ts';
import { TestObjects } from './testing/seeded-storage.ts';

/** A push of one commit to a new branch. */
function commit(message: string, branch: string) {
  const objects = new TestObjects();
  const id = objects.commit(objects.tree({ '100644 a': objects.blob(message) }), message);
  return { id, ref: `refs/heads/${branch}`, body: objects.push(`refs/heads/${branch}`, id) };
}

/** The path of the records of the account's repositories. */
const getPath = (account: string, what: string) => `accounts/${account}/artifacts/${what}`;

/** A repository host that records its calls. */
function host() {
  const storages = new Map<string, RepositoryStorage>();
  const destroyed: string[] = [];
  const place: RepositoryHost = {
    storageFor(id, head) {
      const storage = storages.get(id) ?? memoryStorage(head);
      storages.set(id, storage);
      const destroy = async () => {
        destroyed.push(id);
        storages.delete(id);
        await storage.destroy();
      };
      return { ...storage, destroy };
    },
  };
  return { place, storages, destroyed };
}

describe('a snapshot', () => {
  it('restores the content of repositories and deleted ones, and nothing newer', async () => {
    const { mock, create, push, getRefs, send, git } = startArtifacts();
    const [kept, unread, gone] = [await create('kept'), await create('unread'), await create('gone')];
    const [one, two] = [commit('one', 'main'), commit('two', 'side')];
    expect(await push(kept, one.body)).toContain(`ok ${one.ref}`);
    await push(gone, one.body);
    const restore = mock.snapshot();
    expect(await push(kept, two.body)).toContain(`ok ${two.ref}`);
    expect(await push(unread, two.body)).toContain(`ok ${two.ref}`);
    await send('DELETE', '/namespaces/default/repos/gone');
    const late = await create('late');
    await push(late, one.body);
    restore();
    const main = `${one.id} ${one.ref}`;
    expect(await getRefs(kept)).toEqual([main]);
    expect(await getRefs(unread)).toEqual([]);
    expect(await getRefs(gone)).toEqual([main]);
    expect((await git(`${late.remote}/info/refs?service=git-upload-pack`, late.token)).status).toBe(403);
    expect(await push(kept, two.body)).toContain(`ok ${two.ref}`);
    expect(await getRefs(kept)).toEqual([main, `${two.id} ${two.ref}`]);
  });

  it('does not block another one', async () => {
    const { mock, create, push, getRefs } = startArtifacts();
    const early = mock.snapshot();
    const starter = await create('starter');
    const unread = mock.snapshot();
    const one = commit('one', 'main');
    await push(starter, one.body);
    const pushed = mock.snapshot();
    for (const [restore, refs] of [
      [pushed, [`${one.id} ${one.ref}`]],
      [unread, []],
      [pushed, [`${one.id} ${one.ref}`]],
    ] as const) {
      early();
      restore();
      expect(await getRefs(starter)).toEqual(refs);
    }
  });

  it('can be restored several times, and across a reset', async () => {
    const { mock, create, push, getRefs } = startArtifacts();
    const starter = await create('starter');
    const [one, two] = [commit('one', 'main'), commit('two', 'side')];
    await push(starter, one.body);
    const restore = mock.snapshot();
    for (const disturb of [() => push(starter, two.body), async () => mock.reset()]) {
      await disturb();
      restore();
      expect(await getRefs(starter)).toEqual([`${one.id} ${one.ref}`]);
    }
  });
});

describe('a reset', () => {
  it('removes the repository, and the next one with its id is empty', async () => {
    const { mock, create, push, getRefs, client, account_id } = startArtifacts();
    const first = await create('starter');
    await push(first, commit('one', 'main').body);
    mock.reset();
    const { body } = await client.call('artifacts.namespaces.list', { params: { account_id } });
    expect(body.result).toEqual([]);
    const second = await create('starter');
    expect(second.id).toBe(first.id);
    expect(await getRefs(second)).toEqual([]);
  });
});

describe('a host of repositories', () => {
  it('keeps a change before the answer, and only the hashes of tokens', async () => {
    const state = new MemoryState();
    const { create, send, account_id } = startArtifacts({ state, repositories: host().place });
    const kept = (what: string) => state.at(getPath(account_id, what));
    const { id, token } = await create('starter');
    expect(state.synced).toBeGreaterThan(0);
    expect(kept('namespaces')).toMatchObject([{ key: 'default' }]);
    expect(kept('repositories')).toMatchObject([{ id, name: 'starter', status: 'ready' }]);
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(kept('tokens')).toMatchObject([{ repositoryId: id, hash, revoked: false }]);
    expect(JSON.stringify(state.appended)).not.toContain(token.slice(9, 49));
    const [{ id: tokenId }] = kept('tokens') as [{ id: string }];
    await send('DELETE', `/namespaces/default/tokens/${tokenId}`);
    expect(kept('tokens')).toMatchObject([{ revoked: true }]);
    await send('DELETE', '/namespaces/default/repos/starter');
    expect([kept('repositories'), kept('tokens')]).toEqual([[], []]);
    await send('DELETE', '/namespaces/default');
    expect(kept('namespaces')).toEqual([]);
  });

  it('returns what it kept, with tokens that still work', async () => {
    const { place } = host();
    const state = new MemoryState();
    const first = startArtifacts({ state, repositories: place });
    const starter = await first.create('starter');
    const one = commit('one', 'main');
    await first.push(starter, one.body);
    const second = startArtifacts({ state: state.restarted(), repositories: place });
    expect(await second.getRefs(starter)).toEqual([`${one.id} ${one.ref}`]);
    const next = await second.create('next');
    expect(next.id).not.toBe(starter.id);
    expect((await second.send('POST', '/namespaces/default/repos', { name: 'STARTER' })).status).toBe(409);
  });

  it('leaves nothing of a new repository when it fails', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const state = new MemoryState();
    const { create, account_id } = startArtifacts({ state, repositories: host().place });
    state.failure = new Error('full');
    await expect(create('one')).rejects.toThrow('Internal Server Error');
    state.failure = undefined;
    await create('two');
    expect(state.at(getPath(account_id, 'repositories'))).toMatchObject([{ name: 'two' }]);
    expect(logged).toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('destroys deleted repositories, unless a snapshot can restore them', async () => {
    const { place, destroyed, storages } = host();
    const { mock, create, send, push, getRefs } = startArtifacts({ repositories: place });
    const [one, two] = [await create('one'), await create('two')];
    await push(one, commit('one', 'main').body);
    await send('DELETE', '/namespaces/default/repos/one');
    expect(destroyed).toEqual([one.id]);
    await push(two, commit('two', 'main').body);
    const restore = mock.snapshot();
    await send('DELETE', '/namespaces/default/repos/two');
    expect(destroyed).toEqual([one.id]);
    restore();
    expect(await getRefs(two)).toHaveLength(1);
    expect([...storages.keys()]).toEqual([two.id]);
  });

  it('destroys everything at a reset, before the next repository is opened', async () => {
    const { place, destroyed } = host();
    const state = new MemoryState();
    const { mock, create, push, getRefs, account_id } = startArtifacts({ state, repositories: place });
    const [one, two] = [await create('one'), await create('two')];
    await push(one, commit('one', 'main').body);
    mock.reset();
    const next = await create('one');
    expect(await getRefs(next)).toEqual([]);
    expect(destroyed.sort()).toEqual([one.id, two.id].sort());
    expect([one.id, two.id]).not.toContain(next.id);
    expect(state.at(getPath(account_id, 'repositories'))).toHaveLength(1);
  });
});

describe('limits of the platform', () => {
  it('refuse a file above 32 MiB when all are enforced, and allow it otherwise', async () => {
    const objects = new TestObjects();
    const large = objects.blob(new Uint8Array(32 * 1024 * 1024 + 1));
    const id = objects.commit(objects.tree({ '100644 large': large }), 'large');
    const body = objects.push('refs/heads/main', id);
    const strict = startArtifacts({ platformLimits: 'all' });
    const refused = await strict.create('starter');
    expect(await strict.push(refused, body)).not.toContain('ok refs/heads/main');
    expect(await strict.getRefs(refused)).toEqual([]);
    const usual = startArtifacts();
    expect(await usual.push(await usual.create('starter'), body)).toContain('ok refs/heads/main');
  });
});
