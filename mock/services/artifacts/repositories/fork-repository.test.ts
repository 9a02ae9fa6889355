import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../engines/git/storage/memory-storage.ts';
import { startArtifacts } from '../testing/artifacts-client.ts';

const starter = '/namespaces/default/repos/starter';

describe('a fork', () => {
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
