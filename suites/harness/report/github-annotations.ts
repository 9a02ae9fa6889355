import { toVisibleLine } from '../../../spec/visible-text.ts';
import { counts } from '../counts.ts';
import type { Reporter, RunResult, TestResult } from '../results.ts';
import { failedFindings, getMessageLines } from './kept-results.ts';

/** Number of errors that GitHub shows for a step. */
const mostAnnotations = 10;

/**
 * Writes workflow commands by which GitHub shows failures next to the step: the first ten that count for the verdict and
 * that no baseline expects.
 *
 * @param write standard output, which the runner of GitHub reads
 */
export function annotationReporter(write: (text: string) => void): Reporter {
  return {
    ended(result) {
      for (const line of githubAnnotations(result)) write(`${line}\n`);
    },
  };
}

/** The workflow commands of a run, one line each. */
export function githubAnnotations({ tests, strict, baseline }: RunResult): readonly string[] {
  const expected = new Set(baseline?.expected);
  const failures = tests.filter(
    (test) => test.status === 'error' || (counts(test, strict) && !expected.has(test.id)),
  );
  return failures.slice(0, mostAnnotations).map(toCommand);
}

function toCommand(test: TestResult): string {
  const [first] = failedFindings(test);
  const message = first
    ? `${first.requirement} [${first.level.toUpperCase()}]: ${first.message}`
    : `The harness broke: ${test.reason}`;
  const title = encode(toVisibleLine(test.id)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const lines = getMessageLines(message).map((line) => encode(toVisibleLine(line)));
  return `::error title=${title}::${lines.join('%0A')}`;
}

/** Escapes text as the command package of GitHub does (actions/toolkit, packages/core/src/command.ts). */
const encode = (line: string) => line.replaceAll('%', '%25');
