import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordEntry } from '../engines/models/index.ts';
import { openRecordFolder, RecordFolderError } from './record-folder.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'record-folder-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const key = 'ab'.repeat(32);
const entry = (answer: string, model = '@cf/meta/llama-3.1-8b-instruct'): RecordEntry => ({
  version: 1,
  task: 'translate',
  model,
  request: { from: 'de', text: 'Hallo', to: 'en' },
  outcome: { type: 'answer', atMs: 12.5, answer },
});
const file = `translate-cf-meta-llama-3.1-8b-instruct-${key}.json`;

describe('openRecordFolder', () => {
  it('writes an entry to a readable file with a descriptive name', async () => {
    const store = await openRecordFolder(root);
    expect(await store.get(key)).toBeUndefined();
    await store.put(key, entry('Hello'));
    expect(await readdir(root)).toEqual([file]);
    expect(await readFile(join(root, file), 'utf8')).toBe(`${JSON.stringify(entry('Hello'), null, 2)}\n`);
    expect(await store.get(key)).toEqual(entry('Hello'));
  });

  it('finds files that another process has added, renamed or edited', async () => {
    const store = await openRecordFolder(root);
    await (await openRecordFolder(root)).put(key, entry('Hello'));
    expect(await store.get(key)).toEqual(entry('Hello'));
    const renamed = join(root, `greeting-${key}.json`);
    await rename(join(root, file), renamed);
    await writeFile(renamed, JSON.stringify(entry('Hi')));
    expect(await store.get(key)).toEqual(entry('Hi'));
    await store.put(key, entry('Hey'));
    expect(await readdir(root)).toEqual([`greeting-${key}.json`]);
    await rm(renamed);
    expect(await store.get(key)).toBeUndefined();
  });

  it('leaves one complete entry after parallel writes, and no partial file', async () => {
    const store = await openRecordFolder(root);
    const answers = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(5_000));
    await Promise.all(answers.map((answer) => store.put(key, entry(answer))));
    expect(answers.map((answer) => entry(answer))).toContainEqual(await store.get(key));
    expect(await readdir(root)).toEqual([file]);
  });

  it('keeps any model name inside the folder', async () => {
    const store = await openRecordFolder(join(root, 'in'), { create: true });
    const names = ['../../up', 'a/'.repeat(200), '..', 'C:\\x', 'ü', ''];
    for (const [index, name] of names.entries()) {
      await store.put(`${index}`.repeat(64), entry('Hello', name));
    }
    expect(await readdir(join(root, 'in'))).toHaveLength(names.length);
    expect(await readdir(root)).toEqual(['in']);
    expect(await store.get('1'.repeat(64))).toEqual(entry('Hello', names[1]));
  });

  it('says what is damaged in a file, without its path', async () => {
    await writeFile(join(root, `${key}.json`), '{');
    const store = await openRecordFolder(root);
    const failure = await Promise.resolve(store.get(key)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: 'malformed', message: expect.stringContaining(key) });
    expect(String(failure)).not.toContain(root);
  });

  it("says what can't be read or written any more, without its path", async () => {
    const gone = join(root, 'gone');
    const store = await openRecordFolder(gone, { create: true });
    await rm(gone, { recursive: true });
    const failures = await Promise.allSettled([store.get(key), store.put(key, entry('Hello'))]);
    expect(failures).toMatchObject([
      { status: 'rejected', reason: { reason: 'unavailable', message: expect.stringContaining('ENOENT') } },
      { status: 'rejected', reason: { message: 'ENOENT' } },
    ]);
    expect(JSON.stringify(failures.map((one) => 'reason' in one && String(one.reason)))).not.toContain(root);
  });

  it.each<[string, (path: string) => Promise<unknown>, { create?: boolean }]>([
    ['is not there', async () => {}, {}],
    ['is a file', (path) => writeFile(path, ''), {}],
    ['is a file, and cannot be made', (path) => writeFile(path, ''), { create: true }],
  ])('refuses a folder that %s', async (_, make, options) => {
    const path = join(root, 'x');
    await make(path);
    await expect(openRecordFolder(path, options)).rejects.toThrow(RecordFolderError);
  });
});
