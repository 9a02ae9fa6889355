import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pyodideFolder } from '../python-files.ts';

/** A program and what it is given. */
export interface HostCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** The process that has the interpreters. */
export const hostProgram = join(import.meta.dirname, 'main.ts');

/** Its environment. The zone of time of this machine is none of its matters, and not that of a snapshot either. */
export const closedEnvironment = { TZ: 'UTC' };

/** What Bun counts of a function of WebAssembly before it makes the fastest code of it; far more than by itself. */
const fastestCodeAfter = '2000000';

/**
 * How Bun's allocator gives memory back: what was free for ten seconds, and no holes between what is in use. Programs
 * come one after the other, each takes 30 MB anew, and to get them again from the system was a sixth of its work.
 */
const slowToGiveBack = { MIMALLOC_PURGE_DELAY: '10000', MIMALLOC_PURGE_HOLES: '0' };

/**
 * The environment of the process that has the interpreters. Programs share their code and are short: Bun would spend
 * more on making the fastest of it than they gain. Bun ends at once for an option of its engine that it does not know,
 * and those change between releases, so only one that is known to have these is given them.
 */
export const hostEnvironment: Readonly<Record<string, string>> = {
  ...closedEnvironment,
  ...('bun' in process.versions ? slowToGiveBack : {}),
  ...(process.versions.bun === '1.4.5'
    ? {
        BUN_JSC_thresholdForOMGOptimizeAfterWarmUp: fastestCodeAfter,
        BUN_JSC_thresholdForOMGOptimizeSoon: fastestCodeAfter,
      }
    : {}),
};

/** What a closed process may have besides what it consists of. */
export interface Permissions {
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}

/**
 * How a process is started that is closed as far as the runtime can do that: on Deno it may read what it consists of,
 * and nothing else; on Node it may have threads as well, and can't be kept from the network before Node 25. Bun has no
 * permissions.
 *
 * @param main a TypeScript file beside or below the engine
 */
export function closedCommand(main: string, args: readonly string[], also: Permissions = {}): HostCommand {
  return { program: process.execPath, args: [...flags(also), main, ...args] };
}

/** Where the package is: a closed process may not look for it, since places on the way are not its own. */
export const realPyodideFolder = () => realpathSync(pyodideFolder());

function flags({ reads = [], writes = [] }: Permissions): readonly string[] {
  if ('bun' in process.versions) return [];
  const engine = dirname(dirname(import.meta.dirname));
  const root = join(engine, '..', '..', '..');
  const readable = [engine, join(root, 'spec'), join(root, 'package.json'), realPyodideFolder(), ...reads];
  if (!('deno' in process.versions)) {
    const reading = readable.map((path) => `--allow-fs-read=${path}`);
    return [
      '--permission',
      '--allow-worker',
      ...reading,
      ...writes.map((path) => `--allow-fs-write=${path}`),
    ];
  }
  // A comma stands between paths there, and two of them for one.
  const listed = (paths: readonly string[]) => paths.map((path) => path.replaceAll(',', ',,')).join(',');
  // Without them, Deno looks after the packages of the project it is started in.
  const alone = ['--no-config', '--no-npm', '--no-remote', '--no-lock'];
  const writing = writes.length > 0 ? [`--allow-write=${listed(writes)}`] : [];
  return ['run', '--no-prompt', ...alone, `--allow-read=${listed(readable)}`, ...writing];
}
