import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileBytes } from './file-bytes.ts';

const content = new Uint8Array(700_000).map((_, at) => (at * 13 + (at >> 9)) % 256);

async function file(bytes: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bytes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return path;
}

test('any part of a file can be read, within a block, across blocks, and at its end', async () => {
  const bytes = new FileBytes(await file(content));
  onTestFinished(() => bytes.close());
  expect(bytes.size).toBe(700_000);
  const parts = [0, 1, 131_071, 131_072, 200_000, 699_990, 700_000, 800_000].flatMap((offset) =>
    [0, 1, 28, 131_072, 300_000].map((length) => [offset, length] as const),
  );
  for (const [offset, length] of [...parts, ...parts])
    expect(Buffer.compare(bytes.slice(offset, length), content.slice(offset, offset + length))).toBe(0);
});

test('appended bytes can be read', async () => {
  const path = await file(content.subarray(0, 100_000));
  const bytes = new FileBytes(path, 100_000);
  onTestFinished(() => bytes.close());
  expect(bytes.slice(99_000, 5000)).toHaveLength(1000);
  await appendFile(path, content.subarray(100_000));
  bytes.size = content.length;
  expect(Buffer.compare(bytes.slice(99_000, 5000), content.slice(99_000, 104_000))).toBe(0);
});
