/**
 * Runs the shared test of the mock inside people's tests in every runner, on the package as it is packed, and prints a
 * table; exits 1 when one fails.
 *
 *     bun scripts/check/runners-matrix.ts [part of a name...]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { installRunners } from './runners/install.ts';
import { type Outcome, type Runner, run } from './runners/runner.ts';
import { runners } from './runners/runners.ts';
import { sharedTests } from './runners/shared/shared-test.ts';

const bin = resolve(import.meta.dirname, '../../node_modules/.bin');
const programs = { bun: process.execPath, deno: join(bin, 'deno'), node: join(bin, 'node') };
const here = join(import.meta.dirname, 'runners');

await installRunners(programs.bun);
const folder = mkdtempSync(join(tmpdir(), 'touchstone-runners-'));
try {
  const names = process.argv.slice(2);
  const wanted = runners(programs, folder).filter(
    ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
  );
  const rows = new Map<Runner, string>();
  const waiting = [...wanted];
  let failures = 0;
  const work = async () => {
    for (let runner = waiting.shift(); runner; runner = waiting.shift()) {
      const outcome = await run(runner, here);
      const problem = (runner.judge ?? allPassed)(outcome);
      if (problem !== undefined) {
        failures += 1;
        console.error(`\n${runner.name}: ${problem}\n${outcome.output}`);
      }
      const tests = runner.judge ? '' : `${outcome.passed.length} of ${sharedTests.length} tests`;
      rows.set(
        runner,
        [
          runner.name.padEnd(28),
          (problem === undefined ? 'pass' : 'FAIL').padEnd(6),
          `${outcome.seconds.toFixed(1)} s`.padStart(7),
          `  ${tests}`,
        ].join(''),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  for (const runner of wanted) console.log(rows.get(runner));
  process.exitCode = failures > 0 || wanted.length === 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A runner that runs no test passes too, so that they are counted. */
function allPassed({ code, passed }: Outcome): string | undefined {
  const missing = sharedTests.filter(({ title }) => !passed.includes(title)).map(({ title }) => title);
  if (missing.length > 0) return `these did not pass: ${missing.join('; ')}`;
  return code === 0 ? undefined : `it ended with ${code}`;
}
