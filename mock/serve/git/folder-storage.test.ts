import { access, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gitCodec } from '#git-codec';
import { PackedDatabase } from '../../engines/git/pack/packed-database.ts';
import { receivePack } from '../../engines/git/pack/receive-pack.ts';
import { createDatabase, getText, ids, inPieces, packs } from '../../engines/git/testing/packs.ts';
import { type FolderStorage, folderStorage, RepositoryFolderError } from './folder-storage.ts';

const whole = 'ddd1becb52a186b606bbb5eb754e75e445f67bf7';
const main = 'refs/heads/main';

let folder: string;
const opened: FolderStorage[] = [];
/** The storage of the same folder after a restart. */
const reopen = () => {
  const storage = folderStorage(join(folder, 'one.git'));
  opened.push(storage);
  return storage;
};
const files = async () => (await readdir(join(folder, 'one.git'))).sort();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-git-'));
});

afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
  await rm(folder, { recursive: true, force: true });
});

test('packs and refs survive reopening the folder', async () => {
  const storage = reopen();
  await createDatabase([packs.ofsDeltas()], storage);
  await storage.changeRefs([{ name: main, from: undefined, to: ids.commits[2] }]);
  await storage.changeRefs([{ name: 'refs/tags/été', from: undefined, to: ids.tag }], 'refs/heads/trunk');
  expect(await files()).toEqual([`pack-${whole}.idx`, `pack-${whole}.pack`, 'refs']);

  const loaded = await reopen().load();
  expect(loaded.head).toBe('refs/heads/trunk');
  expect([...loaded.refs]).toEqual([
    [main, ids.commits[2]],
    ['refs/tags/été', ids.tag],
  ]);
  expect(loaded.packs.map((pack) => pack.name)).toEqual([whole]);
  const database = new PackedDatabase(gitCodec, loaded.packs);
  expect(ids.texts.map((id) => new TextDecoder().decode(database.read(id)?.data))).toEqual(
    [1, 2, 3].map(getText),
  );
});

test('shallow commits survive reopening the folder', async () => {
  const storage = reopen();
  await storage.changeRefs([{ name: main, from: undefined, to: ids.commits[2] }], undefined, [
    ids.commits[1],
  ]);
  await storage.changeRefs([{ name: 'refs/heads/b', from: undefined, to: ids.commits[2] }]);
  const loaded = await reopen().load();
  expect(loaded.shallow).toEqual([ids.commits[1]]);
  expect([...loaded.refs.keys()]).toEqual([main, 'refs/heads/b']);
});

test('a pack that arrives in pieces is stored unchanged', async () => {
  const storage = reopen();
  const pieces = inPieces(packs.ofsDeltas(), 10);
  const pack = await receivePack(pieces, { storage, codec: gitCodec });
  await pack.incoming.keep(pack.name, pack.index);
  const path = (end: string) => join(folder, 'one.git', `pack-${whole}.${end}`);
  expect(new Uint8Array(await readFile(path('pack')))).toEqual(packs.ofsDeltas());
  expect(new Uint8Array(await readFile(path('idx')))).toEqual(pack.index);
});

test('a thin pack is completed, and only the completed file remains', async () => {
  const storage = reopen();
  await createDatabase([packs.before(), packs.thin()], storage);
  expect(await files()).toHaveLength(4);
  expect((await files()).filter((name) => name.startsWith('tmp-'))).toEqual([]);
});

test('a refused or discarded pack leaves no file', async () => {
  const storage = reopen();
  const cut = packs.ofsDeltas().subarray(0, 800);
  await expect(receivePack([cut], { storage, codec: gitCodec })).rejects.toThrow('early EOF');
  expect(await files()).toEqual([]);
});

test('the same pack is stored once', async () => {
  const storage = reopen();
  await createDatabase([packs.ofsDeltas()], storage);
  await createDatabase([packs.ofsDeltas()], storage);
  expect(await files()).toHaveLength(2);
});

test('loading removes what a crash cut off', async () => {
  const storage = reopen();
  await createDatabase([packs.ofsDeltas()], storage);
  // An unfinished push, a pack without its index, and an index without its pack.
  await storage.receive().write(packs.before());
  await writeFile(join(folder, 'one.git', `pack-${'a'.repeat(40)}.pack`), packs.before());
  await writeFile(join(folder, 'one.git', `pack-${'b'.repeat(40)}.idx`), 'half');
  expect(await files()).toHaveLength(5);
  expect((await reopen().load()).packs.map((pack) => pack.name)).toEqual([whole]);
  expect(await files()).toEqual([`pack-${whole}.idx`, `pack-${whole}.pack`]);
});

test('parallel changes of refs are all made', async () => {
  const storage = reopen();
  const names = Array.from({ length: 20 }, (_, n) => `refs/heads/branch-${n}`);
  await Promise.all(names.map((name) => storage.changeRefs([{ name, from: undefined, to: ids.commits[0] }])));
  await storage.changeRefs([{ name: names[3] ?? '', from: ids.commits[0], to: undefined }]);
  expect([...(await reopen().load()).refs.keys()]).toEqual(names.filter((_, n) => n !== 3));
});

test('damaged refs are detected', async () => {
  const storage = reopen();
  await storage.changeRefs([{ name: main, from: undefined, to: ids.commits[2] }]);
  await truncate(join(folder, 'one.git', 'refs'), 50);
  await expect(reopen().load()).rejects.toThrow(RepositoryFolderError);
});

test.each(['pack', 'idx'])('loading names a %s file that has changed or been cut on disk', async (end) => {
  await createDatabase([packs.ofsDeltas()], reopen());
  const path = join(folder, 'one.git', `pack-${whole}.${end}`);
  const bytes = await readFile(path);
  for (const at of [bytes.length >> 1, bytes.length - 1]) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(path, changed);
    await expect(reopen().load()).rejects.toThrow(`${path} is damaged`);
  }
  for (const length of [bytes.length - 30, 10, 0]) {
    await writeFile(path, bytes.subarray(0, length));
    await expect(reopen().load()).rejects.toThrow(`${path} is damaged`);
  }
  await writeFile(path, bytes);
  expect((await reopen().load()).packs).toHaveLength(1);
});

test('destroying a repository removes its folder', async () => {
  const storage = reopen();
  await createDatabase([packs.ofsDeltas()], storage);
  await storage.destroy();
  await expect(access(join(folder, 'one.git'))).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual([]);
});

test('removed packs are gone from the folder but still readable for their readers', async () => {
  const storage = reopen();
  const database = await createDatabase([packs.before(), packs.thin()], storage);
  const [before, after] = database.packs;
  await storage.removePacks([before?.name ?? '', after?.name ?? '', whole]);
  expect(await files()).toEqual([]);
  expect((await reopen().load()).packs).toEqual([]);
  expect(new TextDecoder().decode(database.read(ids.texts[1])?.data)).toBe(getText(2));
  expect(new Uint8Array(before?.bytes.slice(0, 4) ?? [])).toEqual(packs.before().slice(0, 4));
});
