import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../engines/git/storage/memory-storage.ts';
import { startArtifacts } from '../testing/artifacts-client.ts';
import { TestObjects } from '../testing/seeded-storage.ts';

const starter = '/namespaces/default/repos/starter';

function commit(message: string, ref: string) {
  const objects = new TestObjects();
  const id = objects.commit(objects.tree({ '100644 a': objects.blob(message) }), message);
  return { line: `${id} ${ref}`, body: objects.push(ref, id) };
}

describe('a fork', () => {
  it('is a repository of its own, with every ref, and tells where it comes from', async () => {
    const bench = startArtifacts();
    const { client, space, refsOf, push, create } = bench;
    const from = await create('starter', { description: 'The first', default_branch: 'trunk' });
    const [one, two, note] = [
      commit('one', 'refs/heads/trunk'),
      commit('two', 'refs/heads/side'),
      commit('note', 'refs/notes/commits'),
    ];
    for (const { body } of [one, two, note]) await push(from, body);
    const { status, body } = await client.call('artifacts.repos.fork', {
      params: { ...space, repo_name: 'STARTER' },
      body: { name: 'Copy', default_branch_only: true },
    });
    expect(status).toBe(201);
    const fork = body.result;
    expect(fork).toMatchObject({ name: 'Copy', description: null, default_branch: 'trunk', objects: 9 });
    expect(fork.id).not.toBe(from.id);
    expect(await refsOf(fork)).toEqual([two.line, one.line, note.line]);
    const read = await client.call('artifacts.repos.get', { params: { ...space, repo_name: 'copy' } });
    expect(read.body.result.source).toBe('artifacts:default/starter');
    expect(
      await (await bench.git(`${fork.remote}/info/refs?service=git-upload-pack`, from.token)).text(),
    ).toBe('Invalid or expired token');
  });

  it('changes apart from its source, and outlives it', async () => {
    const { create, push, refsOf, send, client, space } = startArtifacts();
    const from = await create('starter');
    const one = commit('one', 'refs/heads/main');
    await push(from, one.body);
    const params = { ...space, repo_name: 'starter' };
    const { body } = await client.call('artifacts.repos.fork', { params, body: { name: 'copy' } });
    const [two, three] = [commit('two', 'refs/heads/two'), commit('three', 'refs/heads/three')];
    await push(from, two.body);
    await push(body.result, three.body);
    expect(await refsOf(from)).toEqual([one.line, two.line]);
    await send('DELETE', starter);
    expect(await refsOf(body.result)).toEqual([one.line, three.line]);
  });

  it.each([
    ['onto a name that is taken', { name: 'STARTER' }, 409, 10201, undefined],
    ['with a bad name', { name: '-bad' }, 400, 10101, '/name'],
    ['without a name', {}, 400, 10101, '/name'],
    ['with a word for yes', { name: 'copy', default_branch_only: 'yes' }, 400, 10100, '/default_branch_only'],
  ])('%s is refused', async (_, body, status, code, pointer) => {
    const { create, send } = startArtifacts();
    await create('starter');
    const sent = await send('POST', `${starter}/fork`, body);
    expect([sent.status, sent.error.code, sent.error.pointer]).toEqual([status, code, pointer]);
  });

  it('that is on its way is there for nobody, and gone when it fails', async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const bench = startArtifacts({
      repositories: {
        storageFor(_, head) {
          const storage = memoryStorage(head);
          const changeRefs = async () => {
            await waiting;
            throw new Error('full');
          };
          return { ...storage, changeRefs };
        },
      },
    });
    await bench.create('starter');
    const forking = bench.mock.fetch(
      new Request(`http://localhost/client/v4/accounts/${bench.account_id}/artifacts${starter}/fork`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${bench.mock.defaults.apiToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ name: 'copy' }),
      }),
    );
    const copy = '/namespaces/default/repos/copy';
    const state = async () => (await bench.send('GET', copy)).error.code;
    await expect.poll(state).toBe(10303);
    expect((await bench.send('DELETE', copy)).status).toBe(409);
    const listed = await bench.client.call('artifacts.repos.list', { params: bench.space });
    expect(listed.body.result.map(({ name, status }) => [name, status])).toEqual([
      ['copy', 'forking'],
      ['starter', 'ready'],
    ]);
    const logged = console.error;
    console.error = () => {};
    release();
    expect((await forking).status).toBe(500);
    console.error = logged;
    expect(await state()).toBe(10200);
  });
});
