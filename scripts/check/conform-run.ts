import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { shortRun } from '../conform/short-run.ts';
import type { MockRun } from './mock-run.ts';

/**
 * Holds the suites that are named, or all, against mocks in processes like this one, without a socket, and exits 1
 * when anything fails; `conform-matrix.ts` runs it on each runtime.
 *
 *     bun scripts/check/conform-run.ts [suite...] [--no-browser] [--workers n]
 *
 * With `--no-browser` the mock renders no pages. `--workers` says how many processes share the tests, this one among
 * them, each with a mock of its own: one for each core, four at most, where it is left out.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'no-browser': { type: 'boolean', default: false },
    workers: { type: 'string', default: `${Math.min(availableParallelism(), 4)}` },
    // Said to the further processes alone.
    worker: { type: 'boolean', default: false },
  },
});
if ('Bun' in globalThis && process.env['BUN_JSC_useFTLJIT'] === undefined) {
  // The runtime heeds them at its start.
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

/** Loads the suites and makes the mock, which takes a second: the workers start meanwhile. */
async function openRun(): Promise<MockRun> {
  const { config } = await import('zod');
  // A run asks most schemas a few times, which does not pay for functions that zod would compile for them.
  config({ jitless: true });
  const { openMockRun } = await import('./mock-run.ts');
  return openMockRun({ services: positionals, browser: !values['no-browser'], workers });
}
