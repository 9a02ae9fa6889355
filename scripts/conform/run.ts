import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { toVisibleLine } from '../../spec/visible-text.ts';
import { type Baseline, writeBaseline as baselineText, readBaseline } from '../../suites/harness/baseline.ts';
import { describeLeak, getAge, sweep } from '../../suites/harness/clean-up.ts';
import { isTargetNamed, type LoadTargetOptions } from '../../suites/harness/load-target.ts';
import type { KeptExchanges } from '../../suites/harness/report/kept-results.ts';
import type { RunOptions } from '../../suites/harness/runner.ts';
import { runInTime } from '../../suites/harness/running-test.ts';
import { getServices, parseShard, selectTests } from '../../suites/harness/select.ts';
import { parseTimeLimits, type TimeLimits } from '../../suites/harness/time-limits.ts';
import { exitCode, loadTarget, runConformance } from '../../suites/index.ts';
import {
  createReporters,
  type ExitCode,
  getSelection,
  guarded,
  type Output,
  type SelectOptions,
  type TargetOptions,
  targetSources,
  terminal,
} from './common.ts';
import { type ChosenSuites, type DocumentOptions, loadSuites } from './documents/load-document-suites.ts';

export interface ConformOptions extends TargetOptions, SelectOptions, DocumentOptions {
  /** Counts failures of SHOULD and MAY as well. */
  readonly strict?: boolean;
  /** Exits with 0 even when a MUST could not be tested. */
  readonly allowPartial?: boolean;
  /** File of expected failures. */
  readonly baseline?: string;
  /** File to write the failures to, as a baseline. */
  readonly writeBaseline?: string;
  /** Counts tests without sending anything. */
  readonly dryRun?: boolean;
  /** Maximum number of requests. */
  readonly budget?: number;
  /** Maximum number of requests per second. */
  readonly rate?: number;
  readonly jobs?: number;
  /** One of several parts, such as `2/3`. */
  readonly shard?: string;
  /** Time limits as `name=milliseconds`. */
  readonly limit?: readonly string[];
  /** Milliseconds until an answer must be complete. */
  readonly timeout?: number;
  /** Folder for `report.html`, `results.json`, `junit.xml` and pictures that differ. */
  readonly out?: string;
  /** Which tests keep their exchanges. */
  readonly reportExchanges?: KeptExchanges;
}

/**
 * The command `conform`: runs the suites against a target and prints the verdict. Without a target, it starts a server
 * of this project with everything the suites need, and judges that.
 *
 * @returns the exit code: 0 conformant, 1 not conformant or partial, 2 without a verdict, 130 when interrupted
 */
export async function conform(
  url: string | undefined,
  options: ConformOptions = {},
  output: Output = terminal,
): Promise<ExitCode> {
  return guarded(output, async () => {
    // Checks the options before it sends anything.
    const plan = getPlan(options);
    const chosen = await loadSuites(options, (line) => output.write(`Note: ${line}\n`));
    if (options.dryRun) {
      const { dryRun } = await import('./dry-run.ts');
      return dryRun(url, options, plan, chosen, output);
    }
    return interruptible(output, async (signal) => {
      const judged = (from: LoadTargetOptions) => judge(from, { ...plan, signal }, chosen, options, output);
      const sources = targetSources(url, options, output);
      if (isTargetNamed(sources)) return judged(sources);
      output.write('No target given: starting a server of this project to judge.\n');
      const { everyFeature, everything, withOwnServer } = await import('./own-server.ts');
      const served = [...everything, ...toFlags('--openapi', options.openapi)];
      const overlays = toFlags('--openapi-overlay', options.openapiOverlay);
      return withOwnServer([...served, ...overlays], async ({ target, certificate, url: own }) => {
        const api = chosen.basePath === undefined ? undefined : new URL(chosen.basePath, own).href;
        const flags = { api, webhook_certificate: certificate, features: [...everyFeature] };
        return judged({ file: target, flags, env: {} });
      });
    });
  });
}

/** A flag with its values, as a command line has it. */
const toFlags = (flag: string, values: string | readonly string[] | undefined): string[] =>
  values === undefined ? [] : [flag, ...[values].flat()];

/** Milliseconds within which two signals are one: `timeout` signals a process and then its group. */
const oneSignalMs = 1_000;

/** Ends a run cleanly at the first Ctrl-C or SIGTERM, and at once at the second. @returns 130 for an interrupted run */
async function interruptible(
  output: Output,
  run: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const interrupted = new AbortController();
  let firstAt: number | undefined;
  const interrupt = () => {
    if (firstAt !== undefined) {
      if (performance.now() - firstAt >= oneSignalMs) process.exit(130);
      return;
    }
    firstAt = performance.now();
    output.write('\nInterrupted: removing what the run created. Press Ctrl-C again to end at once.\n');
    interrupted.abort(new TouchstoneError('interrupted', 'the run was interrupted before its first test'));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const code = await guarded(output, () => run(interrupted.signal));
    return interrupted.signal.aborted ? 130 : code;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** Runs the tests against a target and reports. */
async function judge(
  sources: LoadTargetOptions,
  plan: RunOptions,
  { suites, catalogue, presence }: ChosenSuites,
  { strict = false, allowPartial = false, out, reportExchanges, writeBaseline }: ConformOptions,
  output: Output,
): Promise<ExitCode> {
  const services = getServices(selectTests(suites, catalogue, plan.select));
  const target = await runInTime(() => loadTarget({ ...sources, services }), null, plan.signal);
  const result = await runConformance(target, {
    ...plan,
    suites,
    catalogue,
    ...(presence === null ? {} : { presence, jobs: 1 }),
    strict,
    exchanges: reportExchanges ?? 'failures',
    ...(out === undefined ? {} : { pictures: join(out, 'pictures') }),
    reporters: createReporters({ strict, out, reportExchanges, catalogue }, output),
  });
  if (writeBaseline !== undefined && result.baseline && !plan.signal?.aborted) {
    await writeFile(writeBaseline, baselineText(result.baseline));
    output.write(`${writeBaseline} now lists the failures as expected; add a reason to each.\n`);
  }
  return exitCode(result, allowPartial);
}

/**
 * Turns the options into the plan of a run.
 *
 * @throws TouchstoneError in one line for a wrong option or combination
 */
function getPlan(options: ConformOptions): RunOptions {
  const { budget, rate, jobs, timeout } = options;
  if (options.baseline !== undefined && options.writeBaseline !== undefined) {
    throw new TouchstoneError('option', "--baseline and --write-baseline can't be combined");
  }
  const made = options.v4 ? '--v4' : options.openapi === undefined ? undefined : '--openapi';
  if (jobs !== undefined && jobs > 1 && made !== undefined) {
    throw new TouchstoneError('option', `--jobs can't be combined with ${made}: its tests share their lists`);
  }
  if (jobs === 0) throw new TouchstoneError('option', '--jobs is 0, expected at least 1');
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  const limits: Partial<TimeLimits> = {
    ...(timeout === undefined ? {} : { request: timeout }),
    ...parseTimeLimits(options.limit ?? []),
  };
  const baseline = getBaseline(options);
  return {
    select: getSelection(options),
    limits,
    ...(budget === undefined ? {} : { budget: { requests: budget } }),
    ...(rate === undefined ? {} : { rate }),
    ...(jobs === undefined ? {} : { jobs }),
    ...(shard === undefined ? {} : { shard }),
    ...(baseline ? { baseline } : {}),
  };
}

/** The expected failures: from a file, or none when a new baseline is written. */
function getBaseline({ baseline, writeBaseline }: ConformOptions): Baseline | undefined {
  if (writeBaseline !== undefined) return { file: writeBaseline, entries: [] };
  return baseline === undefined ? undefined : readBaseline(baseline);
}

/**
 * The command `conform sweep`: removes what killed runs left behind in a target.
 *
 * @returns the exit code: 0 when nothing is left, 1 when something could not be removed, 2 without a target
 */
export async function conformSweep(
  url: string | undefined,
  options: TargetOptions & { readonly journal?: string } = {},
  output: Output = terminal,
): Promise<ExitCode> {
  return guarded(output, async () => {
    const target = await loadTarget(targetSources(url, options, output));
    const runs = await sweep(target, options.journal === undefined ? {} : { journal: options.journal });
    for (const { run, started_at, removed, leaks, process } of runs) {
      const which = `run ${run} of ${started_at} (${getAge(started_at, Date.now())} ago)`;
      if (process !== null) output.write(`${which} is still running in process ${process}: skipped\n`);
      else output.write(`${which}: ${removed.length} removed, ${leaks.length} left\n`);
      for (const leak of leaks) output.write(`  ${toVisibleLine(describeLeak(leak))}\n`);
    }
    if (runs.length === 0) output.write('Nothing was left behind.\n');
    return runs.some(({ leaks }) => leaks.length > 0) ? 1 : 0;
  });
}
