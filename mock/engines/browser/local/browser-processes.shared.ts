import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

/** How many processes of a browser still do anything; ended ones whose new parent is slow do not count. */
export function processes(pid: number): number {
  const table = execFileSync('ps', ['-eo', 'pgid=,stat='], { encoding: 'utf8' });
  return table.split('\n').filter((line) => {
    const [group, state = ''] = line.trim().split(/\s+/);
    return Number(group) === pid && !state.startsWith('Z');
  }).length;
}

/**
 * The folder that a browser runs in, as its command line says. Folders of the machine that are new since a while ago
 * would not do: tests of other files start browsers at the same time.
 */
export function getFolder(pid: number): string {
  const line = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return dirname(/--user-data-dir=(\S+)/.exec(line)?.[1] ?? '');
}

/** How long a test waits for the end of a browser on a busy machine, and how often it looks. */
export const patience = { timeout: 10_000, interval: 20 };
