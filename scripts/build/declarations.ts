import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { entryName } from './bundle.ts';
import type { Package } from './packages.ts';

/**
 * Bundles the declarations of the entry points of a package into `dist`: one file each, and others with what they share.
 *
 * @param declared folder of the declarations of all sources, from {@link declareSources}
 */
export async function declare(declared: string, { entries }: Package, folder: string): Promise<void> {
  const input = Object.entries(entries).map(([name, path]) => [
    entryName(name),
    join(declared, path.replace(/\.ts$/, '.d.ts')),
  ]);
  const build = await rolldown({
    input: Object.fromEntries(input),
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('\0'),
    // The generator has nothing to do: its input are declarations.
    checks: { pluginTimings: false },
    plugins: [dts({ dtsOnly: true, tsconfig: false, generator: 'oxc' })],
  });
  await build.write({ dir: folder, format: 'esm', chunkFileNames: 'types/[name]-[hash].d.ts' });
  await build.close();
}

/**
 * Writes the declarations of sources, and of all that they import, into an empty folder.
 *
 * @throws Error when a source does not compile
 */
export async function declareSources(
  root: string,
  sources: readonly string[],
  folder: string,
): Promise<void> {
  const project = join(folder, 'tsconfig.json');
  const settings = {
    extends: relative(folder, join(root, 'tsconfig.build.json')),
    compilerOptions: { rootDir: root, outDir: folder },
    files: sources.map((source) => join(root, source)),
  };
  writeFileSync(project, JSON.stringify(settings));
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  const child = spawn(compiler, ['-p', project], { cwd: root, stdio: ['ignore', 2, 2] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The sources do not compile; see above.');
  for (const path of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, path);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(relativeSource, '$1$2.js$1'));
  }
}

/** The compiler leaves the names of sources in declarations. */
const relativeSource = /(['"])(\.\.?\/[^'"\n]*)\.ts\1/g;
