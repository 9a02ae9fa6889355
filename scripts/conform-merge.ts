import { TouchstoneError } from '../spec/touchstone-error.ts';
import { allSuites } from '../suites/all.ts';
import { readBaseline } from '../suites/harness/baseline.ts';
import { catalogue } from '../suites/harness/catalogue.ts';
import { mergeResults, readResults } from '../suites/harness/saved-results.ts';

import { exitCode } from '../suites/index.ts';
import { guarded, type Output, terminal } from './conform-common.ts';
import { replay, reportersOf } from './conform-reporters.ts';

export interface MergeOptions {
  readonly strict?: boolean;
  readonly allowPartial?: boolean;
  /** File of expected failures. */
  readonly baseline?: string;
  /** Folder for the reports of the whole. */
  readonly out?: string;
}

/**
 * The command `conform merge`: joins the results of the parts of a run, and judges the whole.
 *
 * @returns the exit code of the whole; 2 too when a part is missing or none of it
 */
export async function conformMerge(
  files: readonly string[],
  options: MergeOptions = {},
  output: Output = terminal,
): Promise<0 | 1 | 2> {
  return guarded(output, async () => {
    const parts = await Promise.all(files.map(async (file) => ({ file, result: await readResults(file) })));
    const baseline = options.baseline === undefined ? undefined : readBaseline(options.baseline);
    const { strict } = options;
    const { result, missing } = mergeResults(parts, { catalogue, suites: allSuites, baseline, strict });
    if (missing.length > 0) {
      throw new TouchstoneError('merge', `The results of ${missing.join(', ')} are missing`);
    }
    replay(result, reportersOf({ strict: result.strict, out: options.out }, output));
    return exitCode(result, options.allowPartial);
  });
}
