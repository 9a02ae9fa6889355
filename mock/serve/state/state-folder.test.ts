import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ArtifactsRecords } from '../../services/artifacts/repository-registry.ts';
import { RECORDS } from './records-file.ts';
import { openStateFolder, type StateFolder } from './state-folder.ts';

const id = '0123456789abcdef';
const other = 'z'.repeat(16);
const main = 'refs/heads/main';
const records: ArtifactsRecords = {
  accounts: [
    {
      account: 'a'.repeat(32),
      namespaces: [{ key: 'n', name: 'N', jurisdiction: 'eu', createdAt: 1, updatedAt: 2, sequence: 1 }],
      repositories: [
        {
          ...{ id, namespace: 'n', key: 'one', name: 'One', description: null, defaultBranch: 'main' },
          ...{ readOnly: false, source: null, status: 'ready', createdAt: 1, updatedAt: 2, sequence: 2 },
        },
      ],
      tokens: [
        {
          ...{ id: 't', repositoryId: id, hash: 'h', scope: 'read' },
          ...{ createdAt: 1, expiresAt: 2, revoked: true },
        },
      ],
    },
  ],
};

let folder: string;
const opened: StateFolder[] = [];
const open = async () => {
  const state = await openStateFolder(folder);
  opened.push(state);
  return state;
};
/** Opens the folder, runs a function, and releases it. */
const once = async <T>(use: (state: StateFolder) => Promise<T>): Promise<T> => {
  const state = await open();
  const outcome = await use(state);
  await state.close();
  return outcome;
};
const path = (...names: string[]) => join(folder, ...names);

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'touchstone-state-')), 'state');
});
afterEach(async () => {
  for (const state of opened.splice(0)) await state.close();
  await rm(join(folder, '..'), { recursive: true });
});

test('records and repositories survive reopening the folder', async () => {
  await once(async ({ host }) => {
    expect(host.kept).toEqual({ accounts: [] });
    await host.save?.(records);
    await host.storageFor(id, main).changeRefs([{ name: main, from: undefined, to: 'c'.repeat(40) }]);
  });
  await once(async ({ host }) => {
    expect(host.kept).toEqual(records);
    expect([...(await host.storageFor(id, main).load()).refs]).toEqual([[main, 'c'.repeat(40)]]);
  });
});

test('nothing is written to a folder that another server has taken over', async () => {
  const { host, buckets } = await open();
  const storage = host.storageFor(id, main);
  const bucket = await buckets.storageFor('a'.repeat(32), 'files');
  await host.save?.(records);
  await bucket.keepNote({ name: 'a', text: '1' });
  await writeFile(path('lock'), JSON.stringify({ pid: 7, host: 'another.test', id: 'x' }));
  const before = await readFile(path(RECORDS), 'utf8');
  const message = 'was taken over by process 7 on another.test';
  const change = { name: main, from: undefined, to: 'c'.repeat(40) };
  await expect(host.save?.({ accounts: [] })).rejects.toThrow(message);
  await expect(storage.changeRefs([change])).rejects.toThrow(message);
  await expect(storage.destroy()).rejects.toThrow(message);
  await expect(bucket.keepNote({ name: 'b', text: '2' })).rejects.toThrow(message);
  await expect(bucket.dropNote('a')).rejects.toThrow(message);
  await expect(buckets.clear()).rejects.toThrow(message);
  expect(await readFile(path(RECORDS), 'utf8')).toBe(before);
  const again = await buckets.storageFor('a'.repeat(32), 'files');
  expect(await again.load()).toEqual([{ name: 'a', text: '1' }]);
});

test('starts are counted', async () => {
  const starts = () => once(async ({ host }) => host.starts);
  expect([await starts(), await starts(), await starts()]).toEqual([0, 1, 2]);
});

test('files without a record are removed, and nothing else', async () => {
  await once(async ({ host }) => {
    await host.save?.(records);
    for (const one of [id, other]) await host.storageFor(one, main).load();
  });
  await mkdir(path('repositories', 'of somebody else'));
  await writeFile(path('tmp-0'), 'half');
  await once(async () => {
    expect((await readdir(path('repositories'))).sort()).toEqual([id, 'of somebody else']);
    expect((await readdir(folder)).sort()).toEqual(['artifacts.json', 'lock', 'repositories']);
  });
});

test('a destroyed repository is removed, and the others are closed', async () => {
  await once(async ({ host }) => {
    const storage = host.storageFor(id, main);
    await storage.load();
    await storage.destroy();
    expect(await readdir(path('repositories'))).toEqual([]);
  });
});

test('members from a later version are kept', async () => {
  await once(async ({ host }) => host.save?.(records));
  const text = (await readFile(path(RECORDS), 'utf8')).replace('"readOnly"', '"added": 1, "readOnly"');
  await writeFile(path(RECORDS), text);
  await once(async ({ host }) => host.save?.(host.kept ?? records));
  expect(await readFile(path(RECORDS), 'utf8')).toContain('"added": 1');
});

test.each<[string, (text: string) => string, string]>([
  ['is cut', (text) => text.slice(0, 100), 'is damaged: it is not JSON.'],
  ['is empty', () => '', 'is damaged: it is not JSON.'],
  ['is something else', () => '{}', 'is damaged: version.'],
  [
    'names a folder elsewhere',
    (text) => text.replace(`"id": "${id}"`, '"id": "../../home"'),
    'is damaged: records.accounts.0.repositories.0.id.',
  ],
  [
    'is from later',
    (text) => text.replace('"version": 1', '"version": 2'),
    'was written by a later version of touchstone (format 2; this version reads 1).',
  ],
])('a file of records that %s is refused in one line and stays unchanged', async (_, change, message) => {
  await once(async ({ host }) => {
    await host.save?.(records);
    await host.storageFor(id, main).load();
  });
  const text = change(await readFile(path(RECORDS), 'utf8'));
  await writeFile(path(RECORDS), text);
  await expect(open()).rejects.toThrow(`${path(RECORDS)} ${message}`);
  expect(await readFile(path(RECORDS), 'utf8')).toBe(text);
  expect(await readdir(path('repositories'))).toEqual([id]);
  expect(await readdir(folder)).not.toContain('lock');
});

test('repositories without records are not removed', async () => {
  await once(async ({ host }) => host.storageFor(id, main).load());
  await rm(path(RECORDS));
  await expect(open()).rejects.toThrow(
    `${path('repositories')} contains repositories, but artifacts.json, which lists them, is missing.`,
  );
  expect(await readdir(path('repositories'))).toEqual([id]);
});

test("a file can't be a state folder", async () => {
  await writeFile(folder, '');
  await expect(open()).rejects.toThrow(`${folder} can't be used for state: E`);
});
