import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** The files of the console, as a browser gets them. */
export const consoleFiles = [
  { name: 'index.html', type: 'text/html;charset=UTF-8' },
  { name: 'console.js', type: 'text/javascript;charset=UTF-8' },
  { name: 'console.css', type: 'text/css;charset=UTF-8' },
  { name: 'icon.svg', type: 'image/svg+xml' },
] as const;

type ConsoleFile = (typeof consoleFiles)[number]['name'];

/** Thrown when the console can't be bundled. */
export class ConsoleError extends TouchstoneError {}

const mock = dirname(dirname(import.meta.dirname));

/** The sources of the console, which the package leaves out. */
const sources = join(mock, 'console');

/**
 * Returns a reader of the console's files. The package has the bundle; a clone bundles the sources when they are first
 * asked for.
 *
 * @throws ConsoleError on Deno and Node in a clone without a build
 */
export function openConsoleFiles(): (name: ConsoleFile) => Promise<Uint8Array<ArrayBuffer>> {
  let bundle: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return (name) => {
    if (existsSync(join(sources, 'main.tsx')) && 'Bun' in globalThis) {
      if (name !== 'console.js') return readFile(join(sources, name));
      bundle ??= bundleConsole(sources);
      return bundle;
    }
    return readFile(join(builtFolder(), name));
  };
}

function builtFolder(): string {
  const places = [sources, join(dirname(mock), 'dist', 'mock', 'console')];
  const found = places.find((place) => existsSync(join(place, 'console.js')));
  if (found !== undefined) return found;
  throw new ConsoleError(
    'console-missing',
    'The console is not built: run `npx --yes bun@1.4 run build`, or serve with Bun.',
  );
}

/**
 * Bundles the console to one script. It needs Bun, and Preact, which only a clone has.
 *
 * @param folder folder of the sources
 * @throws ConsoleError with the messages of the bundler
 */
export async function bundleConsole(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const { success, outputs, logs } = await Bun.build({
    entrypoints: [join(folder, 'main.tsx')],
    target: 'browser',
    minify: true,
    throw: false,
  });
  const [script] = outputs;
  if (!success || !script) throw new ConsoleError('console-bundle', logs.map(String).join('\n'));
  return new Uint8Array(await script.arrayBuffer());
}
