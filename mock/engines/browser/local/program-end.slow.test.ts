import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { createBrowserPool } from './browser-pool.ts';
import { folderOf, patience, processes } from './browser-processes.shared.ts';
import { openGate } from './egress/index.ts';

/** A program that takes a page, says which process its browser is and in which folder, and does something then. */
const program = (then: string) => `
  import { createBrowserPool } from ${JSON.stringify(new URL('./browser-pool.ts', import.meta.url).href)};
  import { openGate } from ${JSON.stringify(new URL('./egress/index.ts', import.meta.url).href)};
  const pool = createBrowserPool({ openGate });
  const place = await pool.take(undefined);
  console.log(place.running.pid);
  ${then}
`;

const root = fileURLToPath(new URL('../../../../', import.meta.url));

function run(then: string): ChildProcess {
  const input = process.versions.bun === undefined ? ['--input-type=module'] : [];
  return spawn(process.execPath, [...input, '-e', program(then)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function browserOf(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('it has no output');
  for await (const line of createInterface(child.stdout)) return Number(line);
  throw new Error('it said nothing');
}

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));

describe('a program that has a browser', () => {
  it.each([
    ['exits', 'await place.release(); process.exit(0);'],
    ['exits while it uses it', 'process.exit(0);'],
    ['fails', "throw new Error('as it should')"],
    ['has nothing else to do', 'await place.release();'],
  ])(
    'leaves neither process nor folder behind when it %s',
    async (_, then) => {
      const child = run(`await new Promise((resolve) => setTimeout(resolve, 300)); ${then}`);
      const pid = await browserOf(child);
      const folder = folderOf(pid);
      expect(folder).toContain('touchstone-browser-');
      await ended(child);
      await vi.waitUntil(() => processes(pid) === 0, patience);
      expect(existsSync(folder)).toBe(false);
    },
    30_000,
  );

  it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'])(
    'leaves no process behind when %s ends it, and no folder once another has a browser',
    async (signal) => {
      const child = run('setInterval(() => {}, 1000);');
      const pid = await browserOf(child);
      const folder = folderOf(pid);
      child.kill(signal);
      await ended(child);
      await vi.waitUntil(() => processes(pid) === 0, patience);
      const pool = createBrowserPool({ openGate });
      await pool.status();
      await pool.close();
      expect(existsSync(folder)).toBe(false);
    },
    30_000,
  );
});
