import { equal } from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

const sizesSchema = z.strictObject({
  /** The tarball. */
  tarball: z.int(),
  /** The package itself, unpacked. */
  package: z.int(),
  /** The installed package with its required dependencies, without optional ones. */
  installed: z.int(),
  /** What a page loads when it imports the handlers, without MSW: minified and compressed. */
  handlers: z.int(),
  /** All parts of that bundle, including lazy ones: minified. */
  bundle: z.int(),
});

/** Sizes of the package, in bytes. */
export type Sizes = z.infer<typeof sizesSchema>;

const file = join(import.meta.dirname, 'sizes.json');

/** How much a size may grow beyond the value of the last `touchstone record sizes`. */
const room = 1.1;

/** @param folder an empty project with the package installed, without optional dependencies */
export async function measureSizes(tarball: string, folder: string): Promise<Sizes> {
  const modules = join(folder, 'node_modules');
  return {
    tarball: (await stat(tarball)).size,
    package: await bytesIn(join(modules, 'touchstone')),
    installed: await bytesIn(modules),
    ...(await bundleSizes(folder)),
  };
}

/** Describes which sizes are too large. */
export async function findGrowth(sizes: Sizes): Promise<readonly string[]> {
  const recorded = sizesSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  return sizesSchema
    .keyof()
    .options.filter((name) => sizes[name] > recorded[name] * room)
    .map((name) => `${name}: ${sizes[name]} bytes, recorded ${recorded[name]}`);
}

export async function writeSizes(sizes: Sizes): Promise<void> {
  await writeFile(file, `${JSON.stringify(sizes, null, 2)}\n`);
}

async function bundleSizes(folder: string): Promise<Pick<Sizes, 'handlers' | 'bundle'>> {
  const { outputs, metafile } = await Bun.build({
    ...{ entrypoints: [join(folder, 'bundled.mjs')], target: 'browser', external: ['msw', 'node:*'] },
    ...{ splitting: true, minify: true, metafile: true },
  });
  const inputs = Object.entries(metafile?.inputs ?? {});
  const strange = inputs.flatMap(([, { imports }]) => imports.filter(({ path }) => path.startsWith('node:')));
  equal(strange.length, 0, `a page would import ${strange.map(({ path }) => path).join(', ')}`);
  const sources = inputs.filter(([path]) => path.includes('touchstone/') && path.endsWith('.ts'));
  equal(sources.length, 0, 'a page would have sources in its bundle');
  const entry = outputs.find(({ kind }) => kind === 'entry-point');
  if (entry === undefined) throw new Error('there is no bundle');
  return {
    handlers: gzipSync(await entry.arrayBuffer()).length,
    bundle: outputs.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Bytes of all files below a folder; links are not followed. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (one) => (await stat(join(one.parentPath, one.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
