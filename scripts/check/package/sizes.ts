import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { z } from 'zod';
import type { Tarballs } from './pack.ts';

const sizesSchema = z.strictObject({
  /** Packages in a project with `touchstone` and MSW. */
  packages: z.int(),
  /** Bytes of those packages. */
  installed: z.int(),
  /** Bytes of the tarball of `touchstone`. */
  tarball: z.int(),
  /** Bytes of the tarball of `touchstone-conform`. */
  conformTarball: z.int(),
  /** Bytes that a page loads at first when it imports the handlers and MSW: minified and compressed. */
  handlers: z.int(),
});

/** Sizes of the packages. */
export type Sizes = z.infer<typeof sizesSchema>;

/** @param folder a project with `touchstone` and MSW */
export async function measureSizes(tarballs: Tarballs, folder: string): Promise<Sizes> {
  const modules = join(folder, 'node_modules');
  const { packages } = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8'));
  return {
    packages: Object.keys(packages).length,
    installed: await bytesIn(modules),
    tarball: (await stat(tarballs.touchstone)).size,
    conformTarball: (await stat(tarballs.conform)).size,
    handlers: await handlersSize(folder),
  };
}

/** Describes the sizes that are above their limits in `sizes.json`. */
export async function findExcess(sizes: Sizes): Promise<readonly string[]> {
  const limits = sizesSchema.parse(
    JSON.parse(await readFile(join(import.meta.dirname, 'sizes.json'), 'utf8')),
  );
  return sizesSchema
    .keyof()
    .options.filter((name) => sizes[name] > limits[name])
    .map((name) => `${name}: ${sizes[name]}, at most ${limits[name]}`);
}

/** Bundles the handlers as Vite does. @throws Error for a module that a page can't have */
async function handlersSize(folder: string): Promise<number> {
  const build = await rolldown({
    input: join(folder, 'bundled.mjs'),
    platform: 'browser',
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const chunks = output.filter((one) => one.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const chunk of loaded) {
    for (const name of chunk.imports) {
      const imported = byName.get(name);
      if (imported) loaded.add(imported);
    }
  }
  return [...loaded].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
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
