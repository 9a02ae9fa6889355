import { expect, it } from 'vitest';
import { readFile } from './preview.tsx';

const blob = (...parts: BlobPart[]) => new Blob(parts);

it('reads UTF-8 as text, whatever its type says', async () => {
  expect(await readFile(blob('<b>é</b>'), 'text/html')).toEqual({ kind: 'text', text: '<b>é</b>' });
  expect(await readFile(blob('{}'), '')).toEqual({ kind: 'text', text: '{}' });
});

it('reads other bytes as nothing to show', async () => {
  for (const bytes of [
    [0xff, 0xfe],
    [0x61, 0],
  ]) {
    const file = await readFile(blob(new Uint8Array(bytes)), 'text/plain');
    expect(file).toEqual({ kind: 'other', size: 2 });
  }
});

it('reads a picture by its type', async () => {
  const file = await readFile(blob('<svg/>'), 'image/svg+xml');
  expect(file.kind === 'picture' && file.blob.type).toBe('image/svg+xml');
});

it('cuts a long text, and says so', async () => {
  const file = await readFile(blob('x'.repeat(200_010)), 'text/plain');
  expect(file.kind === 'text' && file.text.slice(-25)).toBe('xx\n\n(10 more characters)'.padStart(25, 'x'));
});
