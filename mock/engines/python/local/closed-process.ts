import { dirname, join } from 'node:path';
import process from 'node:process';
import { pyodideFolder } from './pyodide-files.ts';

/** A program, its arguments and its whole environment. */
export interface ClosedCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Paths that a closed process may use in addition to its own code. */
export interface Permissions {
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}

/**
 * The command for a process that is closed as far as the runtime allows. On Deno it may only read its own code. On Node
 * it may start threads too, and the network stays open before Node 25. Bun has no permissions. The environment has only
 * UTC as time zone, whatever the machine's.
 *
 * @param main path of the program, joined to `import.meta.dirname` in the call: so the build of the package finds it
 */
export function closedCommand(main: string, args: readonly string[], also: Permissions = {}): ClosedCommand {
  return {
    program: process.execPath,
    args: [...flags(also), main, ...args],
    env: { TZ: 'UTC' },
  };
}

function flags({ reads = [], writes = [] }: Permissions): readonly string[] {
  if ('bun' in process.versions) return [];
  const readable = [...ownCode(), pyodideFolder(), ...reads];
  if (!('deno' in process.versions)) {
    const reading = readable.map((path) => `--allow-fs-read=${path}`);
    const writing = writes.map((path) => `--allow-fs-write=${path}`);
    return ['--permission', '--allow-worker', ...reading, ...writing];
  }
  // Deno separates paths by commas; a doubled comma is part of a path.
  const listed = (paths: readonly string[]) => paths.map((path) => path.replaceAll(',', ',,')).join(',');
  // Without these flags, Deno looks for the packages of the project in the working directory.
  const alone = ['--no-config', '--no-npm', '--no-remote', '--no-lock'];
  const writing = writes.length > 0 ? [`--allow-write=${listed(writes)}`] : [];
  return ['run', '--no-prompt', ...alone, `--allow-read=${listed(readable)}`, ...writing];
}

/** The code that a closed process loads: in a clone that of the engine, in the package all of it. */
function ownCode(): readonly string[] {
  if (!import.meta.filename.endsWith('.ts')) return [dirname(import.meta.dirname)];
  const engine = dirname(import.meta.dirname);
  const root = join(engine, '..', '..', '..');
  return [engine, join(root, 'spec'), join(root, 'package.json')];
}
