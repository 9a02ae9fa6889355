import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';
import { sharedCases } from '../../mock/handlers.shared.ts';

/**
 * Runs the shared test of the handlers under whatever runtime and MSW this process has, one line per
 * case. `handlers-matrix.ts` starts it once for each combination; by hand:
 *
 *     node scripts/check/handlers-run.ts [part of a title]
 */
// A browser that is used for the first time is unpacked first.
const PATIENCE_MS = 60_000;
/** How long the process may go on once all is closed. */
const END_MS = 10_000;

const wanted = sharedCases.filter(({ title }) => title.includes(process.argv[2] ?? ''));
let failed = 0;

// An error that no case waits for is a failure of the case that runs at the time.
for (const event of ['unhandledRejection', 'uncaughtException']) {
  process.on(event, (error: unknown) => {
    failed += 1;
    console.log(`not ok - ${event}: ${describe(error)}`);
  });
}

for (const { title, run } of wanted) {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no end after ${PATIENCE_MS} ms`)), PATIENCE_MS);
  try {
    await Promise.race([run(), late.promise]);
    console.log(`ok - ${title}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok - ${title}: ${describe(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

console.log(`${wanted.length} cases, ${failed} failed`);
process.exitCode = failed > 0 || wanted.length === 0 ? 1 : 0;
// MSW opens a channel when it is imported that keeps Deno, which can't be told otherwise, from ending.
if ('Deno' in globalThis) process.exit();
// A program whose tests are done ends by itself; this timer alone does not keep it.
setTimeout(() => {
  console.log(`not ok - the process goes on after ${END_MS} ms`);
  process.exit(1);
}, END_MS).unref();

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (${describe(error.cause)})`;
  return `${error.message}${cause}`;
}
