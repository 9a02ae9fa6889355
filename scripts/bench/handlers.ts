import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mswMajors, mswWorkspace } from '../check/msw-workspace.ts';
import type { Contest } from './handlers-contest.ts';
import { figure, lineUp } from './table.ts';

const bin = join(import.meta.dirname, '..', '..', 'node_modules/.bin');
/**
 * Runtimes, and the requests of a round on each. A round is long enough to include its own garbage collection; in
 * shorter rounds, a collection falls on one of the two at random, and takes longer than the round. Node answers far
 * fewer requests in the same time.
 */
const runtimes = {
  Bun: { command: [process.execPath], perRound: 400 },
  Node: { command: [join(bin, 'node')], perRound: 200 },
  Deno: { command: [join(bin, 'deno'), 'run', '--allow-all', '--no-check'], perRound: 400 },
} as const;
const aim = 1.5;
/** Rounds of each of the two. */
const rounds = 15;

/** The cost of a request by our handlers, against a hand-written MSW handler. */
export async function measureHandlers(): Promise<string> {
  const head = [
    'Request',
    'On',
    'Touchstone, µs',
    'By hand, µs',
    'Ratio',
    'Middle half',
    'Ratio of processor time',
    'Aim',
    'Met',
  ];
  const rows: string[][] = [];
  for (const major of mswMajors) {
    const workspace = mswWorkspace(major, ['scripts/bench']);
    try {
      const { version } = createRequire(join(workspace, 'package.json'))('msw/package.json');
      for (const [runtime, { command, perRound }] of Object.entries(runtimes)) {
        console.error(`bench: handlers, ${runtime}, MSW ${version}`);
        for (const contest of await contests(command, perRound, workspace)) {
          rows.push(getCells(contest, `${runtime}, MSW ${version}`));
        }
      }
    } finally {
      await rm(workspace, { recursive: true });
    }
  }
  return lineUp([head, ...rows.sort(([a = ''], [b = '']) => a.localeCompare(b))]);
}

async function contests(
  [program = '', ...args]: readonly string[],
  perRound: number,
  cwd: string,
): Promise<Contest[]> {
  const script = join(cwd, 'scripts/bench/handlers-contest.ts');
  const given = [...args, script, String(perRound), String(rounds)];
  const { stdout } = await promisify(execFile)(program, given, { cwd, timeout: 600_000 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function getCells({ name, wall, processor }: Contest, on: string): string[] {
  const ratios = getRatios(wall);
  const ratio = quantile(ratios, 0.5);
  return [
    name,
    on,
    figure(quantile(wall.ours, 0.5)),
    figure(quantile(wall.byHand, 0.5)),
    figure(ratio),
    `${figure(quantile(ratios, 0.25))} to ${figure(quantile(ratios, 0.75))}`,
    figure(quantile(getRatios(processor), 0.5)),
    `at most ${aim}`,
    ratio <= aim ? 'yes' : 'NO',
  ];
}

function getRatios({ ours, byHand }: Contest['wall']): number[] {
  return ours.map((cost, round) => cost / (byHand[round] ?? Number.NaN));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}
