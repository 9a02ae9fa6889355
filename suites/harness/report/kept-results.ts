import { isAbsolute, join, relative, sep } from 'node:path';
import type { KeptPictures } from '../evidence.ts';
import { settled } from '../exchange.ts';
import type { RunResult, TestResult } from '../results.ts';

/** Tests whose exchanges are written down: those that failed, or all. */
export type KeptExchanges = 'failures' | 'all';

/** A run as it is written to `results.json`: without exchanges that nobody looks for, unless they are asked for. */
export function keptResults(result: RunResult, exchanges: KeptExchanges): RunResult {
  return { ...result, tests: result.tests.map((test) => keptTest(test, exchanges)) };
}

/** One test as it is kept. */
export function keptTest(test: TestResult, exchanges: KeptExchanges): TestResult {
  const isKept = exchanges === 'all' || test.status === 'failed' || test.status === 'error';
  return { ...test, exchanges: isKept ? test.exchanges.map(settled) : [] };
}

/** The same run with the paths of its pictures as they are seen from a folder. */
export const picturesFrom = (folder: string, result: RunResult): RunResult =>
  changePictures(result, (path) => relative(folder, path).replaceAll(sep, '/'));

/** The same run with the paths of its pictures as they are, of one whose paths start at a folder. */
export const picturesIn = (folder: string, result: RunResult): RunResult =>
  changePictures(result, (path) => (isAbsolute(path) ? path : join(folder, path)));

function changePictures(result: RunResult, change: (path: string) => string): RunResult {
  const changed = ({ expected, actual, difference }: KeptPictures): KeptPictures => ({
    expected: change(expected),
    actual: change(actual),
    difference: difference === null ? null : change(difference),
  });
  return {
    ...result,
    tests: result.tests.map((test) => ({
      ...test,
      findings: test.findings.map((finding) =>
        finding.evidence?.pictures
          ? { ...finding, evidence: { ...finding.evidence, pictures: changed(finding.evidence.pictures) } }
          : finding,
      ),
    })),
  };
}
