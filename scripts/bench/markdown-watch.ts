import { readFile, writeFile } from 'node:fs/promises';

/** What the memory of a process does from here on. */
export interface MemoryWatch {
  /** By how many bytes it has been larger than at the start, at most. */
  growth(): Promise<number>;
  /** How many bytes it has been large since then, at most. */
  peak(): Promise<number>;
}

/**
 * Watches the resident memory of this process. Linux keeps the peak itself and can be told to start over; where
 * that can't be done, the peak is that of the whole life of the process, which may hide a small growth.
 */
export async function watchMemory(): Promise<MemoryWatch> {
  collectGarbage();
  if (process.platform === 'linux') return watchProcess(process.pid);
  const before = process.memoryUsage().rss;
  const peak = async () => process.resourceUsage().maxRSS * 1024;
  return { growth: async () => Math.max(0, (await peak()) - before), peak };
}

/** Watches any process of this user; only on Linux, elsewhere no growth is known. */
export async function watchProcess(pid: number): Promise<MemoryWatch> {
  const unknown = async () => Number.NaN;
  if (process.platform !== 'linux') return { growth: unknown, peak: unknown };
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await field(pid, 'VmRSS');
  const peak = () => field(pid, 'VmHWM');
  return { growth: async () => Math.max(0, (await peak()) - before), peak };
}

/** A field of the status of a process, in bytes. */
async function field(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

/** Only where the runtime lets us; elsewhere a growth may count what was there before. */
function collectGarbage(): void {
  if ('Bun' in globalThis) Bun.gc(true);
  else if (globalThis.gc) globalThis.gc();
}
