import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { MemoryFigures } from './memory-figures.ts';
import { BenchError } from './processes.ts';
import { figure, lineUp } from './table.ts';

const root = join(import.meta.dirname, '..', '..');
const script = join(import.meta.dirname, 'memory-figures.ts');
const runtimes = {
  Bun: [process.execPath],
  Node: [join(root, 'node_modules/.bin/node'), '--expose-gc'],
  Deno: [join(root, 'node_modules/.bin/deno'), 'run', '-A', '--v8-flags=--expose-gc'],
} as const;
const tenants = 10_000;
const aim = 200 * 1_000_000;
const patienceMs = 300_000;

/** Memory of a process with ten thousand used tenants in one mock, on the three runtimes. */
export async function measureMemory(): Promise<string> {
  const head = [
    `${figure(tenants)} tenants on`,
    'In use, MB',
    'Aim',
    'Met',
    'An empty mock, MB',
    'Per tenant, kB',
    'Resident, MB',
    'Resident with removed tenants, MB',
  ];
  const rows: string[][] = [];
  for (const [name, command] of Object.entries(runtimes)) {
    console.error(`bench: memory, ${name}`);
    const kept = await getFigures(command, 'keep');
    const removed = await getFigures(command, 'remove');
    if (kept.tenants !== tenants || removed.tenants !== 0)
      throw new BenchError('bench', `${kept.tenants} and ${removed.tenants} tenants are left`);
    const { one, all } = kept;
    rows.push([
      name,
      megabytes(all.used),
      `less than ${megabytes(aim)}`,
      all.used < aim ? 'yes' : 'NO',
      megabytes(one.used),
      figure((all.used - removed.all.used) / tenants / 1000),
      megabytes(all.resident),
      megabytes(removed.all.resident),
    ]);
  }
  return lineUp([head, ...rows]);
}

async function getFigures(
  [program = '', ...args]: readonly string[],
  then: 'keep' | 'remove',
): Promise<MemoryFigures> {
  const given = [...args, script, String(tenants), then];
  const { stdout } = await promisify(execFile)(program, given, { timeout: patienceMs });
  return JSON.parse(stdout);
}

const megabytes = (bytes: number) => figure(bytes / 1_000_000);
