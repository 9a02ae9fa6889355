import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPython } from '../../mock/engines/python/index.ts';
import type { PythonFigures } from './python.ts';

/** Prints what Python is measured at on the runtime that this is run by; `measurePython` runs it on each. */
const code = 'print(sum(range(10)))';
const warmRuns = 15;
const manyRuns = 30;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function measure(): Promise<PythonFigures> {
  const python = createPython({ warm: 2, runsAtOnce: 2 });
  const cold = await timeOf(() => python.run({ code }));
  const warm: number[] = [];
  for (let round = 0; round < warmRuns; round++) {
    await python.status();
    await sleep(200);
    warm.push(await timeOf(() => python.run({ code })));
  }
  const many = await timeOf(() => Promise.all(Array.from({ length: manyRuns }, () => python.run({ code }))));
  await python.close();
  warm.sort((a, b) => a - b);
  return {
    cold,
    warm: warm[warmRuns >> 1] ?? Number.NaN,
    perSecond: (manyRuns * 1_000) / many,
    mbAWorker: await memoryOfAWorker(),
  };
}

/** Resident memory of six that stand ready, less that of two, over four. */
async function memoryOfAWorker(): Promise<number> {
  const [two, six] = [await memoryOf(2), await memoryOf(6)];
  return (six - two) / 4;
}

async function memoryOf(warm: number): Promise<number> {
  const python = createPython({ warm });
  await python.status();
  await sleep(1_000);
  const bytes = residentBytes();
  await python.close();
  await sleep(1_000);
  return bytes / 1e6;
}

/** Resident memory of this process and of those it has started: Python has one of its own on Bun. */
function residentBytes(): number {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,rss=']).toString().trim().split('\n');
  const rows = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const own = rows.filter(([pid, parent]) => pid === process.pid || parent === process.pid);
  return own.reduce((sum, [, , kilobytes = 0]) => sum + kilobytes * 1024, 0);
}

console.log(JSON.stringify(await measure()));
process.exit(0);
