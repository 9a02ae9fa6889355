import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { readBaseline } from '../../suites/harness/baseline.ts';
import type { KeptExchanges } from '../../suites/harness/report/kept-results.ts';
import { judgeSaved, mergeResults, readResults } from '../../suites/harness/saved-results.ts';
import { exitCode } from '../../suites/index.ts';
import { createReporters, guarded, type Output, replay, terminal } from './common.ts';
import { type DocumentOptions, loadSuites } from './documents/load-document-suites.ts';

export interface JudgeOptions extends DocumentOptions {
  /** Counts failures of SHOULD and MAY; by default as the run did. */
  readonly strict?: boolean;
  readonly allowPartial?: boolean;
  /** File of expected failures. */
  readonly baseline?: string;
  /** Folder for the reports. */
  readonly out?: string;
  /** Which tests keep their exchanges. */
  readonly reportExchanges?: KeptExchanges;
}

/**
 * The command `conform judge`: judges a saved run by the current requirements, tests and baseline, offline.
 *
 * @returns the exit code that the run would have today; 2 when the file contains no run
 */
export async function conformJudge(
  file: string,
  options: JudgeOptions = {},
  output: Output = terminal,
): Promise<0 | 1 | 2> {
  return guarded(output, async () => {
    const saved = await readResults(file);
    const { suites, catalogue } = await loadSuites(options, () => {});
    const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline);
    const { strict, out, reportExchanges } = options;
    const { result, notes } = judgeSaved(saved, { catalogue, suites, baseline, strict });
    for (const note of notes) output.write(`Note: ${note}.\n`);
    replay(result, createReporters({ strict: result.strict, out, reportExchanges, catalogue }, output));
    return exitCode(result, options.allowPartial);
  });
}

export interface MergeOptions extends DocumentOptions {
  readonly strict?: boolean;
  readonly allowPartial?: boolean;
  /** File of expected failures. */
  readonly baseline?: string;
  /** Folder for the joined reports. */
  readonly out?: string;
}

/**
 * The command `conform merge`: joins the results of a sharded run and judges the whole.
 *
 * @returns the exit code of the whole; 2 when parts are missing or don't belong together
 */
export async function conformMerge(
  files: readonly string[],
  options: MergeOptions = {},
  output: Output = terminal,
): Promise<0 | 1 | 2> {
  return guarded(output, async () => {
    const { suites, catalogue } = await loadSuites(options, () => {});
    const parts = await Promise.all(files.map(async (file) => ({ file, result: await readResults(file) })));
    const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline);
    const { strict } = options;
    const { result, missing } = mergeResults(parts, { catalogue, suites, baseline, strict });
    if (missing.length > 0) {
      throw new TouchstoneError('merge', `The results of ${missing.join(', ')} are missing`);
    }
    replay(result, createReporters({ strict: result.strict, out: options.out, catalogue }, output));
    return exitCode(result, options.allowPartial);
  });
}
