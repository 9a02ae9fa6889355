import { readFile, writeFile } from 'node:fs/promises';
import { cloneTime, pushTime } from './git-client.ts';
import { touchstoneHost } from './git-hosts.ts';
import { largeFiles } from './git-recipes.ts';
import { packBytes, repositoryOf } from './git-repositories.ts';
import type { Ratio } from './measure.ts';
import type { Processes } from './processes.ts';
import { figure, type Result } from './result.ts';

const warmUp = 20;
const clones = 200;
/** How long what was thrown away gets to be gone. */
const restMs = 5000;

/** What the server holds while it serves the repository of large files, and after many clones of it. */
export async function measureGitMemory(processes: Processes): Promise<Result[]> {
  const source = await repositoryOf(largeFiles);
  const pack = await packBytes(source);
  const host = await touchstoneHost(processes);
  try {
    const idle = await residentBytes(host.pid);
    const remote = await host.create();
    await pushTime(source, remote);
    const pushed = await peakBytes(host.pid);
    await Bun.sleep(restMs);
    await forgetPeak(host.pid);
    for (let count = 0; count < warmUp; count++) await cloneTime(remote, '--bare');
    const served = await peakBytes(host.pid);
    const before = await restedBytes(host.pid);
    for (let count = 0; count < clones; count++) await cloneTime(remote, '--bare');
    const after = await restedBytes(host.pid);
    return [
      share('Peak memory while cloning ten files of 5 MiB', served, pack, 3),
      share('Of it, beyond the server with nothing in it', served - idle, pack),
      share('Peak memory while they are pushed', pushed, pack),
      {
        name: `Memory after ${clones} more clones of them`,
        ours: megabytes(after),
        peer: `before: ${megabytes(before)}; idle, without them: ${megabytes(idle)}`,
        ratio: once(after / before),
        target: { atMost: 1.1 },
      },
    ];
  } finally {
    await host.stop();
  }
}

function share(name: string, bytes: number, pack: number, atMost?: number): Result {
  const result = {
    name,
    ours: megabytes(bytes),
    peer: `the pack: ${megabytes(pack)}`,
    ratio: once(bytes / pack),
  };
  return atMost === undefined ? result : { ...result, target: { atMost } };
}

const once = (value: number): Ratio => ({ median: value, lowest: value, highest: value });
const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;

/** Linux alone; elsewhere nothing is known. */
const residentBytes = (pid: number) => statusBytes(pid, 'VmRSS');
const peakBytes = (pid: number) => statusBytes(pid, 'VmHWM');

/** What is held once the server has rested: the least of several looks, as what is thrown away goes when it may. */
async function restedBytes(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look++) {
    await Bun.sleep(restMs / 5);
    least = Math.min(least, await residentBytes(pid));
  }
  return least;
}

async function statusBytes(pid: number, name: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return Number(kilobytes ?? Number.NaN) * 1024;
}

/** Lets the peak begin anew: proc(5), `clear_refs`. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
}
