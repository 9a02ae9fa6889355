import { readdir, readFile } from 'node:fs/promises';

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
  const [own = 0, ...others] = await Promise.all([pid, ...pids].map(memoryOf));
  return { processes: pids.length + 1, own, others: others.reduce((sum, bytes) => sum + bytes, 0) };
}

async function descendants(root: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map(
    await Promise.all(names.map(async (name) => [Number(name), await parentOf(name)] as const)),
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

async function parentOf(pid: string): Promise<number | undefined> {
  // The name of a program, in brackets, may hold anything; the state and the parent stand behind it.
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return Number(/^ \w (\d+)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1]);
}

/** The proportional share of a process, which counts what n processes share as an n-th of it. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}
