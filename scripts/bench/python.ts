import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { keptSnapshot } from '../../mock/engines/python/local/kept/keep-snapshot.ts';
import { figure } from './result.ts';
import { lineUp } from './table.ts';

const root = join(import.meta.dirname, '..', '..');
const runtimes: Readonly<Record<string, readonly string[]>> = {
  Bun: [process.execPath],
  Node: [join(root, 'node_modules/.bin/node')],
  Deno: [join(root, 'node_modules/.bin/deno'), 'run', '-A'],
};

/** What one runtime was measured at; milliseconds, programs a second, MB. */
export interface PythonFigures {
  readonly cold: number;
  readonly warm: number;
  readonly perSecond: number;
  readonly mbAWorker: number;
}

/** Python on the three runtimes: a first program, programs that find an interpreter ready, many of them, memory. */
export async function measurePython(): Promise<string> {
  const rows: string[][] = [];
  // The package has one; in a clone, whichever runtime comes first would make it.
  await keptSnapshot(new AbortController().signal);
  for (const [name, command] of Object.entries(runtimes)) {
    console.error(`bench: python, ${name}`);
    const { cold, warm, perSecond, mbAWorker } = await figuresOf(command);
    rows.push([name, ...[cold, warm, perSecond, mbAWorker].map(figure)]);
  }
  const head = [
    'Python on',
    'First program, ms',
    'Warm program, ms',
    'Programs a second',
    'MB a warm worker',
  ];
  return lineUp([head, ...rows]);
}

async function figuresOf([program = '', ...args]: readonly string[]): Promise<PythonFigures> {
  const script = join(import.meta.dirname, 'python-figures.ts');
  const child = spawn(program, [...args, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (piece) => {
    text += piece;
  });
  await once(child, 'close');
  return JSON.parse(text);
}
