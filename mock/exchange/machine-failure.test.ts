import { expect, test, vi } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { memoryStorage } from '../engines/git/storage/memory-storage.ts';
import { memoryStorage as memoryObjects } from '../engines/objects/index.ts';
import { MemoryState } from '../world/state/testing/memory-state.ts';

const getFailure = (code: string) => Object.assign(new Error(`${code}: no more, write`), { code });

/** A mock on a machine that lacks something until told otherwise. */
function mockLacking(code: string) {
  const machine = { lacks: true };
  const failure = new Error('it could not be kept', { cause: getFailure(code) });
  const check = () => {
    if (machine.lacks) throw failure;
  };
  const objects = memoryObjects();
  const state = new MemoryState();
  const mock = createMock({
    state,
    repositories: { storageFor: (_, head) => memoryStorage(head) },
    buckets: {
      storageFor: () => ({
        ...objects,
        async keepNote(note) {
          check();
          await objects.keepNote(note);
        },
      }),
      clear: async () => {},
    },
  });
  state.failure = failure;
  const mend = () => {
    machine.lacks = false;
    state.failure = undefined;
  };
  return { mock, mend };
}

test.each([
  ['ENOSPC', 507, 'The disk of this server is full (ENOSPC)'],
  ['EDQUOT', 507, 'The disk of this server is full (EDQUOT)'],
  ['EMFILE', 503, 'This server has no file handle left (EMFILE)'],
])('reports %s with status %d, and recovers once there is room', async (code, status, message) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { mock, mend } = mockLacking(code);
  const { apiToken, accountId, authKeySecret } = mock.defaults;
  const makeRepository = (name: string) =>
    mock.fetch(
      new Request(`http://localhost/client/v4/accounts/${accountId}/artifacts/namespaces/default/repos`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }),
    );
  const { objectStorage } = await import('../apps/object-storage/worker.ts');
  const objects = mock.worker(
    objectStorage,
    {
      r2_buckets: [{ binding: 'MY_BUCKET', bucket_name: 'files' }],
      vars: { AUTH_KEY_SECRET: authKeySecret },
    },
    { plane: 'objects' },
  );
  const put = () =>
    objects(
      new Request('http://localhost/a', {
        method: 'PUT',
        headers: { 'x-custom-auth-key': authKeySecret },
        body: 'text',
      }),
    );

  const refused = await makeRepository('one');
  expect(refused.status).toBe(status);
  expect((await refused.json()).errors[0].message).toContain(message);
  const kept = await put();
  expect(kept.status).toBe(status);
  expect(await kept.text()).toContain(message);
  mend();
  expect((await makeRepository('two')).status).toBe(201);
  expect((await put()).status).toBe(200);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});
