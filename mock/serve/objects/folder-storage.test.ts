import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { describeStorage, keepAll, readAll, text } from '../../engines/objects/testing/storage-cases.ts';
import { collectPieces, folderStorage } from './folder-storage.ts';

const made: string[] = [];
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-objects-'));
  made.push(folder);
  return folder;
};
const getFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true }))));

describeStorage('in a folder', async () => {
  const folder = join(await newFolder(), 'objects');
  return { again: () => folderStorage(folder) };
});

it('uses only its own file names, whatever the keys', async () => {
  const folder = await newFolder();
  const storage = folderStorage(folder);
  for (const key of ['../../../etc/passwd', '/', '..', 'a/b', 'CON', 'a\0b'])
    await storage.keepNote({ name: `object ${key}`, text: key });
  await keepAll(storage, text('a'));
  for (const name of await getFiles(folder)) expect(name).toMatch(/^(?:[0-9a-f-]{36}|[0-9a-f]{64}-\d+)$/);
});

it('keeps nothing of a write whose process was killed', async () => {
  const folder = await newFolder();
  const killed = folderStorage(folder);
  await killed.receive(9).write(text('half of'));
  const kept = await keepAll(killed, text('whole'));
  await keepAll(killed, text('of nobody'));
  const storage = folderStorage(folder);
  expect(await storage.load()).toEqual([]);
  await storage.keepOnly(new Set([kept]));
  expect(await getFiles(folder)).toEqual([kept]);
  await storage.keepNote({ name: 'a', text: 'b' });
  expect((await readAll(storage, kept, 0, 5)).toString()).toBe('whole');
});

it('keeps the newer of two notes of one name after a killed write', async () => {
  const folder = await newFolder();
  const storage = folderStorage(folder);
  await storage.keepNote({ name: 'a', text: 'former' });
  const [former = ''] = await getFiles(folder);
  const path = join(folder, 'notes', former);
  const content = await readFile(path);
  await storage.keepNote({ name: 'a', text: 'newer' });
  await writeFile(path, content);
  const again = folderStorage(folder);
  expect(await again.load()).toEqual([{ name: 'a', text: 'newer' }]);
  await again.keepNote({ name: 'a', text: 'newest' });
  expect(await getFiles(folder)).toHaveLength(1);
  expect(await folderStorage(folder).load()).toEqual([{ name: 'a', text: 'newest' }]);
});

it('refuses to read an invalid blob name', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'secret'), 'secret');
  const storage = folderStorage(folder);
  expect(() => storage.read('../secret', 0, 6)).toThrow('not the name of a blob');
  await expect(storage.dropBlob('../secret')).rejects.toThrow('not the name of a blob');
});

describe('collectPieces', () => {
  it('collects once per 64 MiB passed', () => {
    let collections = 0;
    const passed = collectPieces(() => {
      collections += 1;
    });
    for (let megabytes = 0; megabytes < 63; megabytes++) passed(1_048_576);
    expect(collections).toBe(0);
    for (let megabytes = 0; megabytes < 66; megabytes++) passed(1_048_576);
    expect(collections).toBe(2);
  });
});

it('names a note that was cut or changed, and leaves it', async () => {
  const folder = await newFolder();
  await folderStorage(folder).keepNote({ name: 'object a', text: '{}' });
  const [name = expect.fail()] = await getFiles(folder);
  const path = join(folder, 'notes', name);
  for (const content of ['', '"object a', 'junk\n{}']) {
    await writeFile(path, content);
    await expect(folderStorage(folder).load()).rejects.toThrow(`${path} is damaged: restore it from a copy`);
    expect(await readFile(path, 'utf8')).toBe(content);
  }
});
