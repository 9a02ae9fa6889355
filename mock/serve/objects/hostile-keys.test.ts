import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openObjectStorage } from '../../apps/object-storage/open-worker.ts';
import { createBucket } from '../../bindings/bucket/bucket.ts';
import { createStreamLengths } from '../../bindings/bucket/put-options.ts';
import { workerFetch } from '../../bindings/bucket/worker-fetch.ts';
import { createObjectStore } from '../../engines/objects/index.ts';
import { type Plane, startPlane } from '../plane.ts';
import { folderStorage } from './folder-storage.ts';

/** Keys that point elsewhere, or are no valid file name, if a key ever becomes part of a path. */
const hostileKeys = [
  '../secret',
  '../../secret',
  '../secret/../secret',
  'a/../../secret',
  './../secret',
  '/../secret',
  '//secret',
  '/etc/passwd',
  '~/secret',
  'file:///etc/passwd',
  '..',
  '.',
  '',
  '/',
  '\\',
  '..\\secret',
  '..\\..\\secret',
  'a\\..\\..\\secret',
  'C:\\Windows\\win.ini',
  'C:secret',
  'C:/secret',
  '\\\\server\\share\\secret',
  '\\\\?\\C:\\secret',
  '\\\\.\\PhysicalDrive0',
  'CON',
  'NUL.txt',
  'COM1',
  'secret.',
  'secret ',
  'secret::$DATA',
  'secret:stream',
  'SECRET~1',
  '%2e%2e%2fsecret',
  '%2e%2e%5csecret',
  '..%c0%afsecret',
  '..;/secret',
  '\0',
  '../secret\0.png',
  'a\0/../../secret',
  'a\n../secret',
  '\u202e../secret',
  '\uff0e\uff0e\uff0fsecret',
  'e\u0301',
  '\u00e9',
  '|touch secret',
  '$(touch secret)',
  '`touch secret`',
  '-rf',
  '*',
  '?',
  '<>"|',
  '__proto__',
  'constructor',
  'notes/secret',
  'blobs/../../secret',
  'unfinished',
  'x'.repeat(256),
  '../'.repeat(341),
  'd/'.repeat(512),
  'x'.repeat(1_024),
  '\u{1f600}'.repeat(256),
];

/** The same keys over a socket, in request lines that no client would write. */
const hostilePaths = [
  '/../secret',
  '/../../../../../../../../etc/passwd',
  '/a/../../secret',
  '/%2e%2e/secret',
  '/%2e%2e%2f%2e%2e%2fsecret',
  '/..%2fsecret',
  '/..%5csecret',
  '/..\\secret',
  '//secret',
  '//../secret',
  '/./../secret',
  '/%00',
  '/secret%00.png',
  '/C:%5CWindows%5Cwin.ini',
  '/file:///etc/passwd',
  'http://elsewhere/../secret',
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae/secret',
  `/${'../'.repeat(100)}secret`,
];

let around: string;
let plane: Plane;
const lengths = createStreamLengths();
/** A bucket in the folder, which only one process at a time may write to: the plane has its own. */
const openBucket = (folder = 'objects') =>
  createBucket(createObjectStore({ storage: folderStorage(join(around, 'state', folder)) }), { lengths });

beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'touchstone-keys-'));
  await mkdir(join(around, 'state'));
  for (const file of ['secret', 'state/secret']) await writeFile(join(around, file), 'secret');
  const fetch = workerFetch(openObjectStorage, { env: { MY_BUCKET: openBucket('served') }, lengths });
  plane = await startPlane({ name: 'example', host: '127.0.0.1', port: 0, fetch });
});
afterAll(async () => {
  await plane.close(1_000);
  await rm(around, { recursive: true });
});

/** Everything else in the folder: paths, and contents of files other than the storage's. */
async function surroundings(): Promise<unknown> {
  const entries = await readdir(around, { recursive: true, withFileTypes: true });
  const paths = entries
    .map((entry) => join(entry.parentPath, entry.name).slice(around.length + 1))
    .toSorted();
  const own = /^state\/(?:objects|served)(?:\/(?:notes|blobs|unfinished))?(?:\/[0-9a-f-]{36,80})?$/;
  const held = await Promise.all(
    ['secret', 'state/secret'].map((file) => readFile(join(around, file), 'utf8')),
  );
  return { paths: paths.filter((path) => !own.test(path.replaceAll('\\', '/'))), held };
}

const onlyOwn = { paths: ['secret', 'state', 'state/secret'], held: ['secret', 'secret'] };

describe('objects in a folder', () => {
  it('are put, found after a restart, listed and deleted under keys that look like paths, and change nothing else', async () => {
    const bucket = openBucket();
    for (const key of hostileKeys) await bucket.put(key, `bytes of ${key}`);
    expect(await surroundings()).toEqual(onlyOwn);

    const again = openBucket();
    for (const key of hostileKeys) {
      const found = await again.get(key);
      expect(found && 'text' in found ? await found.text() : null).toBe(`bytes of ${key}`);
    }
    const { objects } = await again.list();
    expect(objects.map(({ key }) => key).toSorted()).toEqual(hostileKeys.toSorted());
    await again.delete(hostileKeys);
    expect((await again.list()).objects).toEqual([]);
    expect(await surroundings()).toEqual(onlyOwn);
  });

  it.each([
    ['has more bytes than a key may have', 'x'.repeat(1_025)],
    ['has more bytes than characters', '\u00e9'.repeat(513)],
    ['is longer than any path', '../'.repeat(100_000)],
  ])("can't be put or found under a key that %s", async (_, key) => {
    const bucket = openBucket();
    await expect(bucket.put(key, 'x')).rejects.toThrow('10020');
    await expect(bucket.get(key)).rejects.toThrow('10020');
    await expect(bucket.delete(key)).rejects.toThrow('10020');
    expect((await bucket.list()).objects).toEqual([]);
    expect(await surroundings()).toEqual(onlyOwn);
  });

  it.each(hostilePaths)('change nothing else for a request of %s over a socket', async (path) => {
    for (const [method, body] of [
      ['PUT', 'hostile'],
      ['GET', ''],
      ['DELETE', ''],
    ] as const) {
      const answer = await exchange(
        `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|400|404) /);
      expect(answer).not.toMatch(/root:|\r\n\r\nsecret/);
    }
    expect(await surroundings()).toEqual(onlyOwn);
  });
});

async function exchange(request: string): Promise<string> {
  const socket = connect(Number(new URL(plane.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    answer += piece;
  });
  socket.write(request);
  await once(socket, 'close');
  return answer;
}
