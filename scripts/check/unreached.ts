import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/*
 * Prints by folder how many lines of the mock no test of a MUST or SHOULD reaches, by V8's coverage. Blank lines do not
 * count. A folder of which most is not reached needs its reason here.
 *
 *   bun scripts/check/unreached.ts
 */
const root = resolve(import.meta.dirname, '../..');
/** Share of unreached lines from which a folder needs a reason. */
const most = 0.4;
const reasons: Readonly<Record<string, string>> = {
  mock: 'entry points, which examples and the blocks of the guides import',
  'mock/console': 'runs in a browser; console.slow.test.ts opens every page',
  'mock/control': 'faults and overrides, which no seed has; unit tests',
  'mock/documents': 'runs with --openapi only; unit tests, on three runtimes',
  'mock/engines/apart': 'threads that are stopped report no coverage; a slow test',
  'mock/engines/openapi': 'runs with --openapi only; unit tests',
  'mock/engines/python': 'runs in threads that are stopped and report no coverage',
  'mock/engines/uri': 'paths that clients send normalized; unit tests',
  'mock/runners': 'MSW, Vitest, Playwright: handlers.runtimes and the examples run it',
  'mock/seed': 'seed files, which no seed document has; unit tests, on three runtimes',
  'mock/serve': 'the command line, TLS, state folders and signals; slow tests, kills',
  'mock/services': 'loads services and passes their state on; unit tests',
  'mock/services/touchstone': 'the admin API, which others need not have; unit tests',
};

/** Bytes of UTF-16 that did not run, by file: 1 for each. A byte that ran in any process counts as run. */
function readCoverage(folder: string): Map<string, Uint8Array> {
  const missed = new Map<string, Uint8Array>();
  for (const name of globSync('*.json', { cwd: folder })) {
    const { result }: { result: Profiler.ScriptCoverage[] } = JSON.parse(
      readFileSync(join(folder, name), 'utf8'),
    );
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue;
      const file = relative(root, fileURLToPath(url));
      if (!file.startsWith('mock/')) continue;
      const now = new Uint8Array(functions[0]?.ranges[0]?.endOffset ?? 0);
      // Functions come from the outside in, and so do the ranges of each.
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
        now.fill(count === 0 ? 1 : 0, startOffset, endOffset);
      const before = missed.get(file);
      missed.set(file, before === undefined ? now : now.map((one, at) => one & (before[at] ?? 1)));
    }
  }
  return missed;
}

function countLines(file: string, missed: Uint8Array | undefined): { lines: number; unreached: number } {
  const text = readFileSync(join(root, file), 'utf8');
  let [lines, unreached] = [0, 0];
  for (const { 0: line, index } of text.matchAll(/^.*\S.*$/gm)) {
    lines += 1;
    const ran =
      missed !== undefined && [...line].some((char, at) => char !== ' ' && missed[index + at] === 0);
    if (!ran) unreached += 1;
  }
  return { lines, unreached };
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-unreached-'));
try {
  execFileSync('node_modules/.bin/node', ['scripts/touchstone.ts', 'conform', '--level', 'should'], {
    cwd: root,
    env: { ...process.env, NODE_V8_COVERAGE: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const coverage = readCoverage(folder);
  const sums = new Map<string, { lines: number; unreached: number }>();
  const files = globSync('mock/**/*.{ts,tsx}', { cwd: root });
  for (const file of files.filter((one) => !/\.(?:test|shared|d)\.tsx?$|\/testing\//.test(one))) {
    const parts = file.split('/').slice(0, -1);
    const name = parts.slice(0, /^(?:engines|services)$/.test(parts[1] ?? '') ? 3 : 2).join('/');
    const { lines, unreached } = countLines(file, coverage.get(file));
    const sum = sums.get(name) ?? { lines: 0, unreached: 0 };
    sums.set(name, { lines: sum.lines + lines, unreached: sum.unreached + unreached });
  }
  const all = [...sums.values()].reduce((a, b) => ({
    lines: a.lines + b.lines,
    unreached: a.unreached + b.unreached,
  }));
  for (const [name, { lines, unreached }] of [...[...sums].sort(), ['all', all] as const]) {
    const share = `${Math.round((100 * unreached) / lines)} %`;
    const reason = unreached / lines > most && name !== 'all' ? (reasons[name] ?? 'NO REASON') : '';
    if (reason === 'NO REASON') process.exitCode = 1;
    console.log(
      `${name.padEnd(34)}${`${unreached}`.padStart(7)} of ${`${lines}`.padStart(6)}${share.padStart(7)}  ${reason}`.trimEnd(),
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
