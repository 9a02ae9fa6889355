import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { MutantError, type Patch, patchesOf } from '../../suites/mutants/mutant.ts';
import type { serveMutated } from './serve-mutated.ts';

const root = join(import.meta.dirname, '..', '..');

/** A server as a module of its own, with its own copy of the contract. */
export interface BuiltServer {
  readonly serveMutated: typeof serveMutated;
}

/** What is bundled: a mutant or a lawful variation. */
interface Changed {
  readonly id: string;
}

/**
 * Bundles the server with the patches of a mutant in it, and loads it. The judge's own modules are not touched.
 *
 * @param mutant null for the server as it is
 * @param folder where the bundle goes; inside the project, so that packages are found
 * @throws MutantError for a text that does not stand in its file exactly once, for one that is no program, and for
 *   a file that the server does not load
 */
export async function buildServer(mutant: Changed | null, folder: string): Promise<BuiltServer> {
  const patches = Map.groupBy(mutant ? patchesOf(mutant) : [], ({ file }) => join(root, file));
  const texts = new Map([...patches].map(([path, list]) => [path, patched(mutant?.id ?? '', path, list)]));
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
          build.onLoad({ filter: placed(texts.keys()) }, ({ path }) => {
            loaded.add(path);
            return { contents: fixed(texts.get(path) ?? readFileSync(path, 'utf8'), path), loader: 'ts' };
          });
        },
      },
    ],
  });
  const name = mutant?.id ?? 'the server without a fault';
  const entry = built.outputs.find(({ kind }) => kind === 'entry-point');
  if (!built.success || !entry) {
    throw new MutantError('mutant-build', `${name}: ${built.logs.map(({ message }) => message).join('; ')}`);
  }
  const idle = [...texts.keys()].find((path) => !loaded.has(path));
  if (idle !== undefined) {
    const file = idle.slice(root.length + 1);
    throw new MutantError('mutant-file', `${name}: the server does not load ${file} into its own process`);
  }
  return import(pathToFileURL(entry.path).href);
}

/**
 * The text of a file with patches in it.
 *
 * @throws MutantError naming mutant and file
 */
function patched(id: string, path: string, patches: readonly Patch[]): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new MutantError('mutant-file', `${id}: there is no ${patches[0]?.file}`, { cause });
  }
  for (const { file, replace, by } of patches) {
    const times = text.split(replace).length - 1;
    if (times !== 1) {
      throw new MutantError(
        'mutant-patch',
        `${id}: the text to replace stands ${times} times in ${file}, not once`,
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
  if (file === undefined) throw new MutantError('mutant-build', `package.json says nothing of ${name}`);
  return join(root, file);
}

/** Files that look for their neighbours keep their place, wherever the bundle is. */
function fixed(text: string, path: string): string {
  return text
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
    .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
}

/** Matches the given files, and those that look for their neighbours. */
function placed(paths: Iterable<string>): RegExp {
  const locals = String.raw`/mock/engines/(?:browser|python)/local/.*\.ts$`;
  return new RegExp([locals, ...[...paths].map((path) => `^${RegExp.escape(path)}$`)].join('|'));
}
