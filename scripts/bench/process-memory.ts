import { readdir, readFile, writeFile } from 'node:fs/promises';

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

/** A process with all that it started, and that these started. Linux alone; elsewhere nothing is known. */
export interface ProcessTree {
  /** How many processes it is, the first one included. */
  readonly processes: number;
  /** Bytes of memory of the first process. */
  readonly own: number;
  /** Bytes of memory of the others; what several share counts once. */
  readonly others: number;
}

export async function processTree(pid: number): Promise<ProcessTree> {
  if (process.platform !== 'linux') return { processes: Number.NaN, own: Number.NaN, others: Number.NaN };
  const pids = await descendants(pid);
  const [own = 0, ...others] = await Promise.all([pid, ...pids].map(getMemory));
  return { processes: pids.length + 1, own, others: others.reduce((sum, bytes) => sum + bytes, 0) };
}

async function descendants(root: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    await Promise.all(names.map(async (name) => [Number(name), await getParent(name)] as const)),
  );
  const found: number[] = [];
  for (const waiting = [root]; waiting.length > 0; ) {
    const parent = waiting.pop();
    const children = [...parents].filter(([, of]) => of === parent).map(([pid]) => pid);
    found.push(...children);
    waiting.push(...children);
  }
  return found;
}

async function getParent(pid: string): Promise<number | undefined> {
  // The name of a program, in brackets, may hold anything; the state and the parent stand behind it.
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return Number(/^ \w (\d+)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1]);
}

/** The proportional share of a process, which counts what n processes share as an n-th of it. */
async function getMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}
