import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** A file system that has the executable file, the C library, and nothing else: that of a minimal container. */
export interface EmptyRoot {
  /** Its folder on this machine. */
  readonly folder: string;
  /** Starts the executable file in it. Standard error goes to that of the test. */
  start(args: readonly string[]): ChildProcess;
  /** Runs the executable file in it to its end. */
  run(args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string }>;
  remove(): void;
}

/**
 * Makes a file system for an executable file. Only root may change the root of a process, so other users need `sudo`
 * without a password.
 *
 * @param file the executable file, which is copied
 */
export function makeEmptyRoot(file: string): EmptyRoot {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-root-'));
  for (const name of ['dev', 'etc', 'proc', 'tmp']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'etc', 'hosts'), '127.0.0.1 localhost\n');
  copyFileSync(file, join(folder, 'touchstone'));
  for (const library of librariesOf(file)) {
    mkdirSync(dirname(join(folder, library)), { recursive: true });
    cpSync(library, join(folder, library), { dereference: true });
  }
  // A container has both of these file systems as well.
  const enter =
    'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec chroot "$0" /touchstone "$@"';
  const command = (args: readonly string[]) => [
    ...(process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']),
    ...['env', '--ignore-environment', `PATH=${process.env['PATH']}`],
    ...['unshare', '--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, folder, ...args],
  ];
  const start: EmptyRoot['start'] = (args) => {
    const [program = '', ...rest] = command(args);
    return spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  };
  return {
    folder,
    start,
    async run(args) {
      const child = start(args);
      let out = '';
      child.stdout?.on('data', (chunk) => {
        out += chunk;
      });
      const [code] = await once(child, 'close');
      return { code, out };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The shared libraries that a program is linked to. */
function librariesOf(file: string): readonly string[] {
  return execFileSync('ldd', [file], { encoding: 'utf8' }).match(/\/\S+(?= \(0x)/g) ?? [];
}
