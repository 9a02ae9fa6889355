import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { consoleFiles, openConsoleFiles } from './console-files.ts';

it.each([
  ['console', 'console.js'],
  ['API reference', 'reference/reference.js'],
])('bundles the %s to less than 120 KB with its styles, as gzip sends it', async (_, script) => {
  const read = openConsoleFiles();
  const styles = consoleFiles.filter(({ name }) => name.endsWith('.css'));
  const parts = [...consoleFiles.filter(({ name }) => name === script), ...styles];
  const bytes = await Promise.all(parts.map(read));
  expect(bytes[0]?.byteLength).toBeGreaterThan(10_000);
  expect(bytes.reduce((sum, one) => sum + gzipSync(one).byteLength, 0)).toBeLessThan(120 * 1024);
});
