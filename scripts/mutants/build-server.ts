import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { getPatches, MutantError, type Patch } from '../../suites/mutants/mutant.ts';
import type { serveMutated } from './serve-mutated.ts';

export const root = join(import.meta.dirname, '..', '..');

/** A server as a separate module, with its own copy of the contract. */
export interface BuiltServer {
  readonly serveMutated: typeof serveMutated;
}

/** What to bundle: a mutant or a lawful variation. */
interface Changed {
  readonly id: string;
}

/**
 * Bundles the server with the patches of a mutant and loads it. The judge's own modules stay untouched.
 *
 * @param mutant null for the unchanged server
 * @param folder folder of the bundle; inside the project, so that packages are found
 * @throws MutantError if a text is not exactly once in its file, does not compile, or is in a file that the server does
 * not load
 */
export async function buildServer(mutant: Changed | null, folder: string): Promise<BuiltServer> {
  const patches = Map.groupBy(mutant ? getPatches(mutant) : [], ({ file }) => file);
  const texts = new Map([...patches].map(([file, list]) => [file, patched(mutant?.id ?? '', file, list)]));
  const name = mutant?.id ?? 'the unchanged server';
  const { server, loaded } = await bundleServer(name, texts, folder);
  const idle = [...texts.keys()].find((file) => !loaded.has(file));
  if (idle !== undefined) {
    throw new MutantError('mutant-file', `${name}: the server does not load ${idle} into its own process`);
  }
  return server;
}

/**
 * Bundles the server with other texts for some of its files, and loads it.
 *
 * @param name name of the server, for errors
 * @param texts texts by the paths of files from the root of the project
 * @returns the server, and which of those files it loads into its own process
 * @throws MutantError if the patched sources do not compile
 */
export async function bundleServer(
  name: string,
  texts: ReadonlyMap<string, string>,
  folder: string,
): Promise<{ readonly server: BuiltServer; readonly loaded: ReadonlySet<string> }> {
  const paths = [...texts.keys()].map((file) => join(root, file));
  const loaded = new Set<string>();
  const built = await Bun.build({
    entrypoints: [join(import.meta.dirname, 'serve-mutated.ts')],
    outdir: folder,
    target: 'bun',
    packages: 'external',
    splitting: true,
    throw: false,
    plugins: [
      {
        name: 'fault',
        setup(build) {
          // These are parts of the server, not packages.
          build.onResolve({ filter: /^#/ }, ({ path }) => ({ path: ownModule(path) }));
          build.onLoad({ filter: placed(paths) }, ({ path }) => {
            const file = path.slice(root.length + 1);
            loaded.add(file);
            return { contents: fixed(texts.get(file) ?? readFileSync(path, 'utf8'), path), loader: 'ts' };
          });
        },
      },
    ],
  });
  const entry = built.outputs.find(({ kind }) => kind === 'entry-point');
  if (!built.success || !entry) {
    throw new MutantError('mutant-build', `${name}: ${built.logs.map(({ message }) => message).join('; ')}`);
  }
  return { server: await import(pathToFileURL(entry.path).href), loaded };
}

/**
 * Applies patches to the text of a file.
 *
 * @throws MutantError naming mutant and file
 */
export function patched(id: string, file: string, patches: readonly Patch[]): string {
  let text: string;
  try {
    text = readFileSync(join(root, file), 'utf8');
  } catch (cause) {
    throw new MutantError('mutant-file', `${id}: ${file} does not exist`, { cause });
  }
  for (const { replace, by } of patches) {
    const times = text.split(replace).length - 1;
    if (times !== 1) {
      throw new MutantError(
        'mutant-patch',
        `${id}: the text to replace is in ${file} ${times} times, not once`,
      );
    }
    text = text.replace(replace, () => by);
  }
  return text;
}

/** The file behind a name such as `#local-browser`, outside of pages. */
function ownModule(name: string): string {
  const own: Readonly<Record<string, { readonly default: string }>> = manifest.imports;
  const file = own[name]?.default;
  if (file === undefined) throw new MutantError('mutant-build', `package.json does not define ${name}`);
  return join(root, file);
}

/** Files that find neighbours by their own path keep that path in the bundle. */
function fixed(text: string, path: string): string {
  return text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
}

/** Matches the given files, and those that find neighbours by their own path. */
function placed(paths: Iterable<string>): RegExp {
  const locals = String.raw`/mock/engines/(?:browser|python)/local/.*\.ts$`;
  return new RegExp([locals, ...[...paths].map((path) => `^${RegExp.escape(path)}$`)].join('|'));
}
