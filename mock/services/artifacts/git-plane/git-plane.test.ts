import { describe, expect, it, vi } from 'vitest';
import { refs, startArtifacts } from '../testing/artifacts-client.ts';
import { TestObjects } from '../testing/seeded-storage.ts';

const answer = async (soon: Promise<Response>) => {
  const response = await soon;
  return [response.status, await response.text()];
};

describe('a remote', () => {
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
});
