import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/**
 * Number of a browser's processes that are still running; zombies that their new parent has not reaped do not count.
 */
export function processes(pid: number): number {
  const table = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' });
  return table.split('\n').filter((line) => {
    const [group, state = ''] = line.trim().split(/\s+/);
    return Number(group) === pid && !state.startsWith('Z');
  }).length;
}

/**
 * The folder of a running browser, from its command line. A list of the machine's new folders would not do, since tests
 * of other files start browsers concurrently.
 */
export function getFolder(pid: number): string {
  const line = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return dirname(/--user-data-dir=(\S+)/.exec(line)?.[1] ?? '');
}

/** How long a test waits for a browser to end on a busy machine, and how often it polls. */
export const patience = { timeout: 10_000, interval: 20 };
