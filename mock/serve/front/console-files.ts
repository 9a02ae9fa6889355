import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** The files of the console and of the API reference, as a browser gets them. Scripts and styles are bundles of an entry. */
export const consoleFiles: readonly ConsoleFile[] = [
  { name: 'index.html', type: 'text/html;charset=UTF-8' },
  { name: 'console.js', type: 'text/javascript;charset=UTF-8', entry: 'main.tsx' },
  { name: 'console.css', type: 'text/css;charset=UTF-8', entry: 'console.css' },
  { name: 'icon.svg', type: 'image/svg+xml' },
  { name: 'reference/index.html', type: 'text/html;charset=UTF-8' },
  { name: 'reference/reference.js', type: 'text/javascript;charset=UTF-8', entry: 'reference/main.tsx' },
  { name: 'reference/reference.css', type: 'text/css;charset=UTF-8' },
];

export interface ConsoleFile {
  /** Path in the folder of the console. */
  readonly name: string;
  readonly type: string;
  /** The source that it is bundled from. */
  readonly entry?: string;
}

/** Thrown when the console can't be bundled. */
export class ConsoleError extends TouchstoneError {}

/** In a clone the sources of the console, in the package its bundles. */
const folder = join(import.meta.dirname, '..', '..', 'console');

/**
 * Returns a reader of the console's files. The package has the bundle; a clone bundles the sources when they are first
 * asked for.
 *
 * @throws ConsoleError on Deno and Node in a clone without a build
 */
export function openConsoleFiles(): (file: ConsoleFile) => Promise<Uint8Array<ArrayBuffer>> {
  const bundles = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return ({ name, entry }) => {
    if (!existsSync(join(folder, 'main.tsx')) || !('Bun' in globalThis))
      return readFile(join(builtFolder(), name));
    if (entry === undefined) return readFile(join(folder, name));
    const bundle = bundles.get(entry) ?? bundleConsole(join(folder, entry));
    bundles.set(entry, bundle);
    return bundle;
  };
}

function builtFolder(): string {
  const places = [folder, join(folder, '..', '..', 'dist', 'touchstone', 'mock', 'console')];
  const found = places.find((place) => existsSync(join(place, 'console.js')));
  if (found !== undefined) return found;
  throw new ConsoleError(
    'console-missing',
    'The console is not built: run `npx --yes bun@1.4 run build`, or serve with Bun.',
  );
}

/**
 * Bundles a source to one script or style sheet. It needs Bun, and Preact, which only a clone has.
 *
 * A process of its own bundles: one that installed packages after its start would not find them.
 *
 * @param entry path of the source
 * @throws ConsoleError with the messages of the bundler
 */
export async function bundleConsole(entry: string): Promise<Uint8Array<ArrayBuffer>> {
  const run = promisify(execFile);
  try {
    const args = ['build', entry, '--target=browser', '--minify', '--production'];
    const { stdout } = await run(process.execPath, args, { encoding: 'buffer', maxBuffer: mostBytes });
    return new Uint8Array(stdout);
  } catch (cause) {
    const { stderr = cause } = cause as { readonly stderr?: Buffer };
    throw new ConsoleError('console-bundle', String(stderr), { cause });
  }
}

/** Bytes that the bundler may print. */
const mostBytes = 10_000_000;
