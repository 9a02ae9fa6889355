import { dirname, join, relative } from 'node:path';
import type { BunPlugin, CompileBuildOptions } from 'bun';
import { placeFiles } from '../build/place-files.ts';
import { inside } from './places.ts';

/** What a bundle of sources needs besides itself. */
export interface NeededFiles {
  /** Files and folders that the sources read at run time, as paths from the root. */
  readonly data: readonly string[];
  /** Sources that start on their own, such as threads. */
  readonly programs: readonly string[];
  /** Folders of the libraries in the bundle. */
  readonly libraries: readonly string[];
}

/** Sources that the file lacks, as they need a clone. */
const leftOut = ['scripts/clone-commands.ts'];

/** Imports that an executable file resolves to another module. */
const replaced: readonly (readonly [filter: RegExp, by: string])[] = [
  [/^#local-(?:browser|python)$/, 'scripts/executable/without-packages.ts'],
  [/\/conform\/hand-over\.ts$/, 'scripts/executable/own-commands.ts'],
  // Bun 1.4 drops a class of this library, but not its use. Named by its path, the library is kept whole.
  [/^mpg123-decoder$/, 'node_modules/mpg123-decoder/index.js'],
];

/**
 * Bundles sources for Bun, into memory or into an executable file.
 *
 * @param entries paths from the root
 * @param compile where the executable file goes, and which files are in it
 * @throws AggregateError with the messages of the bundler
 */
export async function bundleSources(
  root: string,
  entries: readonly string[],
  compile?: CompileBuildOptions,
): Promise<NeededFiles> {
  const data = new Set<string>();
  const programs = new Set<string>();
  const libraries = new Set<string>();
  const places: BunPlugin = {
    name: 'touchstone:places',
    setup(build) {
      for (const [filter, by] of replaced) build.onResolve({ filter }, () => ({ path: join(root, by) }));
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path, loader }) => {
        const file = relative(root, path);
        const library = /^node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file);
        if (library) {
          libraries.add(join(root, library[0]));
          return undefined;
        }
        const text = await Bun.file(path).text();
        const { named } = placeFiles(root, path, text, leftOut);
        for (const name of named.data) data.add(name);
        for (const name of named.programs) programs.add(name);
        return { contents: placeInside(text, file), loader };
      });
    },
  };
  await Bun.build({
    root,
    entrypoints: entries.map((entry) => join(root, entry)),
    target: 'bun',
    // Without chunks, the file would load everything at its start.
    splitting: true,
    minify: { whitespace: true, syntax: true },
    plugins: [places],
    ...(compile === undefined ? {} : { compile }),
  });
  return { data: [...data].sort(), programs: [...programs].sort(), libraries: [...libraries].sort() };
}

/** Gives a source its place in the executable file, where the paths from the root are the same as in a clone. */
function placeInside(text: string, file: string): string {
  const path = `${inside}/${file}`;
  return text
    .replaceAll('import.meta.url', JSON.stringify(`file://${path}`))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
    .replaceAll('import.meta.filename', JSON.stringify(path));
}
