import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { entryName, packageOf } from './bundle.ts';
import type { Package } from './packages.ts';

/**
 * Bundles the declarations of the entry points of a package into `dist`: one file each, and others with what some share.
 *
 * @param declared folder of the declarations of all sources, from {@link declareSources}
 * @param change changes a declaration, by its path in that folder
 * @returns the libraries that they import
 */
export async function declare(
  declared: string,
  { entries, light }: Package,
  folder: string,
  change: (text: string, path: string) => string = (text) => text,
): Promise<readonly string[]> {
  const shared = Object.keys(entries).filter((name) => !light.includes(name));
  const imports: string[] = [];
  for (const names of [shared, ...light.map((name) => [name])]) {
    const input = names.map((name) => [
      entryName(name),
      join(declared, (entries[name] ?? '').replace(/\.ts$/, '.d.ts')),
    ]);
    imports.push(...(await bundleDeclarations(declared, Object.fromEntries(input), folder, change)));
  }
  return imports;
}

async function bundleDeclarations(
  declared: string,
  input: Readonly<Record<string, string>>,
  folder: string,
  change: (text: string, path: string) => string,
): Promise<readonly string[]> {
  const build = await rolldown({
    input,
    external: (id) => !id.startsWith('.') && !isAbsolute(id) && !id.startsWith('\0'),
    checks: { pluginTimings: false },
    plugins: [
      { name: 'touchstone:change', load: (id) => changed(declared, id, change) },
      // The generator has nothing to do: its input are declarations.
      dts({ dtsOnly: true, tsconfig: false, generator: 'oxc' }),
    ],
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: 'types/[name]-[hash].d.ts',
    banner: ({ moduleIds }) => librariesOf(moduleIds),
  });
  await build.close();
  return output.flatMap((one) => (one.type === 'chunk' ? librariesIn(one.code) : []));
}

/** The libraries that declarations import. The bundler also lists those whose types it has left out. */
const librariesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\b(?:from |import\(|import )"([^".][^"]*)"/g), ([, id = '']) => packageOf(id));

/** The libraries of the language that declarations name: the bundler drops comments. */
function librariesOf(modules: readonly string[]): string {
  const named = modules.flatMap((id) =>
    isAbsolute(id) && existsSync(id)
      ? (readFileSync(id, 'utf8').match(/^\/\/\/ <reference lib=.*$/gm) ?? [])
      : [],
  );
  return [...new Set(named)].join('\n');
}

function changed(declared: string, id: string, change: (text: string, path: string) => string) {
  const path = relative(declared, id).split(sep).join('/');
  if (path.startsWith('..') || !path.endsWith('.d.ts')) return undefined;
  return change(readFileSync(id, 'utf8'), path);
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
    files: sources,
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
