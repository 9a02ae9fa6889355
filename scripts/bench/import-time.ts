import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figure } from './result.ts';
import { lineUp } from './table.ts';

/** What one process tells, in milliseconds. */
interface ImportFigures {
  /** Of the import of MSW. */
  readonly msw: number;
  /** Of that of our handlers, once MSW is there. */
  readonly ours: number;
  /** Until the first request was answered, for which all that it needs is loaded. */
  readonly firstAnswer: number;
}

const root = join(import.meta.dirname, '..', '..');
const script = join(import.meta.dirname, 'import-figures.ts');
const runtimes = {
  Bun: [process.execPath],
  Node: [join(root, 'node_modules/.bin/node')],
  Deno: [join(root, 'node_modules/.bin/deno'), 'run', '-A'],
} as const;
const promisedMs = 50;
const rounds = 9;

/** How long the import of the handlers takes beside that of MSW, on the three runtimes. */
export async function measureImports(): Promise<string> {
  const head = [
    'Imported on',
    'MSW alone, ms',
    'MSW and handlers, ms',
    'Ratio',
    'Added, ms',
    'Lowest to highest',
    'Promised',
    'Kept',
    'First answer after it, ms',
  ];
  const rows: string[][] = [];
  for (const [name, command] of Object.entries(runtimes)) {
    console.error(`bench: imports, ${name}`);
    rows.push([name, ...(await cellsOf(command))]);
  }
  return lineUp([head, ...rows]);
}

async function cellsOf(command: readonly string[]): Promise<string[]> {
  const taken: ImportFigures[] = [];
  for (let round = 0; round <= rounds; round++) taken.push(await figuresOf(command));
  // The first process of all fills what the runtime and the machine keep of files.
  const [, ...kept] = taken;
  const msw = median(kept.map((one) => one.msw));
  const ours = kept.map((one) => one.ours).toSorted((a, b) => a - b);
  const added = median(ours);
  return [
    figure(msw),
    figure(median(kept.map((one) => one.msw + one.ours))),
    figure(median(kept.map((one) => (one.msw + one.ours) / one.msw))),
    figure(added),
    `${figure(ours[0] ?? Number.NaN)} to ${figure(ours.at(-1) ?? Number.NaN)}`,
    `less than ${promisedMs}`,
    added < promisedMs ? 'yes' : 'NO',
    figure(median(kept.map((one) => one.firstAnswer))),
  ];
}

async function figuresOf([program = '', ...args]: readonly string[]): Promise<ImportFigures> {
  const { stdout } = await promisify(execFile)(program, [...args, script], { timeout: 60_000 });
  return JSON.parse(stdout);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
