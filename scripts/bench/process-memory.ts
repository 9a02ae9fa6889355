import { readdir, readFile, writeFile } from 'node:fs/promises';

/** The memory of a process from here on. */
export interface MemoryWatch {
  /** Peak growth since the start, in bytes. */
  growth(): Promise<number>;
  /** Peak memory since the start, in bytes. */
  peak(): Promise<number>;
}

/**
 * Watches the resident memory of this process. Linux records the peak itself and can reset it; elsewhere the peak is
 * that of the whole life of the process, which may hide a small growth.
 */
export async function watchMemory(): Promise<MemoryWatch> {
  collectGarbage();
  if (process.platform === 'linux') return watchProcess(process.pid);
  const before = process.memoryUsage().rss;
  const peak = async () => process.resourceUsage().maxRSS * 1024;
  return { growth: async () => Math.max(0, (await peak()) - before), peak };
}

/** Watches any process of this user; Linux only, unknown elsewhere. */
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

/** Only if the runtime allows it; otherwise a growth may include older garbage. */
function collectGarbage(): void {
  if ('Bun' in globalThis) Bun.gc(true);
  else if (globalThis.gc) globalThis.gc();
}

/** A process with its descendants. Linux only; unknown elsewhere. */
export interface ProcessTree {
  /** Number of processes, including the first one. */
  readonly processes: number;
  /** Bytes of memory of the first process. */
  readonly own: number;
  /** Bytes of memory of the others; shared memory counts once. */
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
  // The program's name in brackets may contain anything; the state and the parent follow it.
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return Number(/^ \w (\d+)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1]);
}

/** The proportional share of a process, which counts memory shared by n processes as an n-th. */
async function getMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}
