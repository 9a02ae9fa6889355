import { catalogue } from '../suites/harness/catalogue.ts';
import type { KeptExchanges } from '../suites/harness/report/kept-results.ts';
import { fileReporter, summaryReporter } from '../suites/harness/report-files.ts';
import { terminalReporter } from '../suites/harness/report-terminal.ts';
import type { Reporter, RunResult } from '../suites/harness/results.ts';

import { type Output, terminal } from './conform-common.ts';

export interface ReporterOptions {
  readonly strict: boolean;
  /** Folder for reports. */
  readonly out?: string | undefined;
  /** Tests whose exchanges are written down. */
  readonly reportExchanges?: KeptExchanges | undefined;
}

/** Who is told of a run: the terminal, a folder where one is named, and GitHub where it says so. */
export function reportersOf(options: ReporterOptions, output: Output): Reporter[] {
  const { strict, out, reportExchanges: exchanges = 'failures' } = options;
  const live = output === terminal && process.stdout.isTTY === true;
  const color = live && !process.env['NO_COLOR'];
  const summary = (output.env ?? process.env)['GITHUB_STEP_SUMMARY'];
  return [
    terminalReporter({
      write: output.write,
      catalogue,
      strict,
      live,
      color,
      ...(live ? { columns: process.stdout.columns } : {}),
    }),
    ...(out === undefined ? [] : [fileReporter(out, { exchanges })]),
    ...(summary ? [summaryReporter(summary)] : []),
  ];
}

/** Tells of a run that is over as if it were happening. */
export function replay(result: RunResult, reporters: readonly Reporter[]): void {
  for (const reporter of reporters) {
    reporter.started?.({ run: result.run, api: result.target.api, tests: result.tests.length });
    for (const test of result.tests) reporter.tested?.(test);
    reporter.ended?.(result);
  }
}
