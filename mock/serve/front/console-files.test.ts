import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openConsoleFiles } from './console-files.ts';

it('bundles the console to less than 120 KB, as gzip sends it', async () => {
  const read = openConsoleFiles();
  const [script, style] = [await read('console.js'), await read('console.css')];
  expect(script.byteLength).toBeGreaterThan(10_000);
  expect(gzipSync(script).byteLength + gzipSync(style).byteLength).toBeLessThan(120 * 1024);
});
