import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMock, type Mock } from '../../index.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';

let folder: string;
let state: StateFolder;
let mock: Mock;
const start = async () => {
  state = await openStateFolder(folder);
  mock = createMock({ state: state.state, repositories: state.host });
};
const stop = async () => {
  await mock.close();
  await state.close();
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-kept-'));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

/** Calls the API for repositories of one namespace; returns the member `result`. */
async function ask<T>(method: string, path = '', body?: object): Promise<T> {
  const { accountId, apiToken } = mock.defaults;
  const url = `http://localhost/client/v4/accounts/${accountId}/artifacts/namespaces/default/repos${path}`;
  const headers = { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' };
  const text = body === undefined ? null : JSON.stringify(body);
  const answer = await mock.fetch(new Request(url, { method, headers, body: text }));
  const { result, errors }: { result: T; errors: unknown[] } = await answer.json();
  expect(errors).toEqual([]);
  return result;
}

const names = async () => (await ask<{ name: string }[]>('GET')).map(({ name }) => name).sort();
/** Status of a repository's ref advertisement. */
async function openedBy(token: string, name: string): Promise<number> {
  const url = `http://localhost/git/${mock.defaults.accountId}/default/${name}.git/info/refs?service=git-upload-pack`;
  return (await mock.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }))).status;
}

test("repositories and tokens survive a restart, and deleted ones don't return", async () => {
  const { token } = await ask<{ token: string }>('POST', '', { name: 'Kept' });
  const gone = await ask<{ token: string }>('POST', '', { name: 'gone' });
  expect(await openedBy(token, 'kept')).toBe(200);
  await ask('DELETE', '/gone');
  await stop();
  await start();
  expect(await names()).toEqual(['Kept']);
  expect(await openedBy(token, 'kept')).toBe(200);
  const again = await ask<{ token: string }>('POST', '', { name: 'gone' });
  expect(again.token.slice(0, 49)).not.toBe(gone.token.slice(0, 49));
  expect(await openedBy(gone.token, 'gone')).toBe(403);
});

test('a reset empties the folder', async () => {
  const { token } = await ask<{ token: string }>('POST', '', { name: 'one' });
  await openedBy(token, 'one');
  mock.reset();
  await ask('POST', '', { name: 'two' });
  expect(await openedBy(token, 'one')).toBe(403);
  await stop();
  await start();
  expect(await names()).toEqual(['two']);
  expect((await readdir(join(folder, 'repositories'))).length).toBeLessThan(2);
});
