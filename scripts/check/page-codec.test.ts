import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GitCodec } from '../../mock/engines/git/git-codec.ts';

/** The codec of Git objects in a page. */
const root = join(import.meta.dirname, '..', '..');
const folder = await mkdtemp(join(root, 'node_modules', '.touchstone-codec-'));
const bundle = join(folder, 'bundle.mjs');
let parts: readonly string[] = [];

beforeAll(async () => {
  // The name is resolved by the package of the importing file, so the entry must be in this one.
  const entry = join(root, 'mock', 'engines', 'git', 'page-codec-entry.ts');
  const { outputs, metafile } = await Bun.build({
    entrypoints: [entry],
    files: { [entry]: "export { gitCodec } from '#git-codec';" },
    target: 'browser',
    external: ['node:*'],
    metafile: true,
  });
  await writeFile(bundle, (await outputs[0]?.text()) ?? '');
  const inputs = Object.entries(metafile?.inputs ?? {});
  parts = inputs.flatMap(([file, { imports }]) => [file, ...imports.map(({ path }) => path)]);
}, 60_000);

afterAll(() => rm(folder, { recursive: true }));

describe('the codec of Git objects in a bundle for a page', () => {
  it('needs no runtime', () => {
    expect(parts.some((part) => part.endsWith('codec/portable-codec.ts'))).toBe(true);
    expect(parts.filter((part) => /^node:|native-codec/.test(part))).toEqual([]);
  });

  it('hashes, deflates and inflates', async () => {
    const { gitCodec }: { gitCodec: GitCodec } = await import(pathToFileURL(bundle).href);
    const blob = new TextEncoder().encode('blob 6\0hello\n');
    expect(gitCodec.sha1(blob).toHex()).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
    expect(gitCodec.inflate(gitCodec.deflate(blob), 0, blob.length).data).toEqual(blob);
  });
});
