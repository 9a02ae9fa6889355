import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { shortRun } from '../conform/short-run.ts';
import type { MockRun } from './mock-run.ts';

/**
 * Runs the given suites, or all, against mocks in processes like this one, without a socket, and exits with 1 when
 * anything fails; `conform-matrix.ts` runs it on each runtime.
 *
 * bun scripts/check/conform-run.ts [suite...] [--no-browser] [--workers n]
 *
 * With `--no-browser` the mock renders no pages. `--workers` sets how many processes share the tests, including this
 * one, each with its own mock; by default one per core, at most four.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'no-browser': { type: 'boolean', default: false },
    workers: { type: 'string', default: `${Math.min(availableParallelism(), 4)}` },
    // Only passed to further processes.
    worker: { type: 'boolean', default: false },
  },
});
if ('Bun' in globalThis && process.env['BUN_JSC_useFTLJIT'] === undefined) {
  // The runtime reads these when it starts.
  const env = { ...process.env, ...shortRun };
  const again = spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
const { beWorker, shareParts, startWorker } = await import('./mock-run-workers.ts');
const workers = Number(values.workers);
if (values.worker) beWorker(await openRun());
else {
  const others = Array.from({ length: workers - 1 }, startWorker);
  const opening = openRun();
  const results = await shareParts(opening, others);
  const { verdict, verdict_reason, counts, tests } = (await opening).join(results);
  for (const { id, status, reason, findings } of tests) {
    if (status === 'failed' || status === 'error') console.log(id, reason, findings);
  }
  console.log(`${verdict} (${verdict_reason}): ${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.passed > 0 && counts.failed + counts.errors === 0 ? 0 : 1);
}

/** Loading the suites and creating the mock takes a second: the workers start meanwhile. */
async function openRun(): Promise<MockRun> {
  const { config } = await import('zod');
  // A run uses most schemas only a few times, so compiling zod functions would not pay off.
  config({ jitless: true });
  const { openMockRun } = await import('./mock-run.ts');
  return openMockRun({ services: positionals, browser: !values['no-browser'], workers });
}
