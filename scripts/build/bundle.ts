import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import manifest from '../../package.json' with { type: 'json' };
import type { Package } from './packages.ts';
import { builtName, placeFiles } from './place-files.ts';

/** The built code of a package. */
export interface Bundle {
  /** Files and folders that the code reads at run time, as paths from the root. */
  readonly data: readonly string[];
  /** Libraries that the code imports. */
  readonly imports: readonly string[];
  /** Folders of the libraries that are part of it. */
  readonly libraries: readonly string[];
}

/** Libraries that stay imports of a package. */
const outside = ({ installed }: Package) => [
  ...installed,
  ...Object.keys(manifest.peerDependencies),
  ...Object.keys(manifest.optionalDependencies),
  // Tests of the suites use it where a project has it.
  'openai',
];

/**
 * Bundles the sources of a package into `dist`: one file for each entry point, program and `#name`, and others with
 * what they share.
 *
 * @throws Error with the messages of the bundler
 */
export async function bundle(root: string, made: Package, folder: string): Promise<Bundle> {
  const data = new Set<string>();
  const warnings: string[] = [];
  const build = await rolldown({
    input: Object.fromEntries(entries(made).map(([name, path]) => [name, join(root, path)])),
    cwd: root,
    // Libraries for pages too are neither taken for Node nor for a page alone: the same files run on both.
    platform: made.isForPages ? 'neutral' : 'node',
    resolve: {
      mainFields: ['module', 'main'],
      ...(made.isForPages ? { conditionNames: ['import', 'default'] } : {}),
    },
    external: (id) => id.startsWith('#') || isBuiltin(id) || outside(made).includes(packageOf(id)),
    // The manifest says that no module of ours has effects, which holds for entry points only.
    treeshake: { moduleSideEffects: (id) => (/[\\/]node_modules[\\/]/.test(id) ? undefined : true) },
    checks: { pluginTimings: false },
    plugins: [filesPlugin(root, made.leftOut, data)],
    onLog: (level, log) => {
      if (level === 'warn') warnings.push(log.message);
    },
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: false,
  });
  await build.close();
  if (warnings.length > 0) throw new Error(`The bundler warns:\n${warnings.join('\n')}`);
  const chunks = output.filter((one) => one.type === 'chunk');
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
  return { data: [...data].sort(), imports: importsOf(chunks), libraries: librariesOf(modules) };
}

/** The entries of the bundle by name. */
export function entries({ command, entries: public_, names }: Package): [name: string, source: string][] {
  const hidden = Object.values(names).flatMap((target) => Object.values(target));
  return [
    ['bin', command],
    ...Object.entries(public_).map(([name, path]): [string, string] => [entryName(name), path]),
    ...hidden.map((path): [string, string] => [builtName(path.replace('./', '')), path]),
  ];
}

/** The name of the built files of an entry point. */
export const entryName = (subPath: string): string => (subPath === '.' ? 'index' : subPath.replace('./', ''));

/** The package that an import names. */
export const packageOf = (id: string) => /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;

function importsOf(chunks: readonly OutputChunk[]): readonly string[] {
  const names = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const libraries = names.filter((name) => !files.has(name) && !name.startsWith('#') && !isBuiltin(name));
  return [...new Set(libraries.map(packageOf))].sort();
}

function librariesOf(modules: readonly string[]): readonly string[] {
  const folders = modules.flatMap(
    (path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replaceAll('\\', '/'))?.[0] ?? [],
  );
  return [...new Set(folders)].sort();
}

/** Finds the files that sources name relative to themselves; programs become entries of the bundle. */
function filesPlugin(root: string, leftOut: readonly string[], data: Set<string>): Plugin {
  return {
    name: 'touchstone:files',
    transform: {
      filter: { code: 'import.meta', id: { exclude: /[\\/]node_modules[\\/]/ } },
      handler(code, id) {
        const { text, named } = placeFiles(root, id, code, leftOut);
        for (const path of named.data) data.add(path);
        for (const path of named.programs) {
          this.emitFile({ type: 'chunk', id: join(root, path), fileName: `${builtName(path)}.js` });
        }
        return text === code ? undefined : { code: text };
      },
    },
  };
}
