import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const script = join(import.meta.dirname, '..', '..', 'touchstone.ts');

/** A running command. */
export interface Run {
  readonly child: ChildProcess;
  /** All of its output so far. */
  readonly out: () => string;
  readonly err: () => string;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Ends it by force, if it still runs. */
  readonly stop: () => Promise<unknown>;
}

/** Starts `touchstone` with this test's own runtime. */
export function startCommand(args: readonly string[], env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  // `close` instead of `exit`: by then all output has been read.
  const exited = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const stop = async () => child.kill('SIGKILL') && exited;
  return { child, out: () => out, err: () => err, exited, stop };
}

/** Resolves once something is the case. @throws Error when the command ends before */
export async function until(done: () => boolean, { exited, err }: Run): Promise<void> {
  let over = false;
  exited.then(() => {
    over = true;
  });
  while (!done()) {
    if (over) throw new Error(`the command ended: ${err()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
