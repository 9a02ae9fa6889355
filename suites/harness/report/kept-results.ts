import { isAbsolute, join, relative, sep } from 'node:path';
import type { Evidence, KeptPictures } from '../errors.ts';
import { type Exchange, settled } from '../exchange.ts';
import { levels } from '../levels.ts';
import { twinSteps } from '../refusals.ts';
import type { Finding, RunResult, TestResult } from '../results.ts';

/** Tests whose exchanges are written: those that failed, or all. */
export type KeptExchanges = 'failures' | 'all';

/** A run as `results.json` has it: exchanges of passed tests only on request. */
export function keptResults(result: RunResult, exchanges: KeptExchanges): RunResult {
  return { ...result, tests: result.tests.map((test) => keptTest(test, exchanges)) };
}

/** One test as reports keep it. */
export function keptTest(test: TestResult, exchanges: KeptExchanges): TestResult {
  const isKept = exchanges === 'all' || test.status === 'failed' || test.status === 'error';
  return { ...test, exchanges: isKept ? test.exchanges.map(settled) : [] };
}

/** The same run, with the paths of its pictures relative to a folder. */
export const picturesFrom = (folder: string, result: RunResult): RunResult =>
  changePictures(result, (path) => relative(folder, path).replaceAll(sep, '/'));

/** The same run, with paths of pictures that are relative to a folder resolved. */
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

/** The exchanges that show a failure best. */
export interface TellingExchanges {
  /** The valid request before the faulty one; undefined where the test has no twins. */
  readonly valid: Exchange | undefined;
  /** The faulty request, or the last one; undefined without requests. */
  readonly shown: Exchange | undefined;
}

/** Steps that only prepare or read state are no evidence. */
const supporting = /(?:^|: )(?:before|after|baseline|events)$/;

const isStep = (step: string | null, name: string) =>
  step !== null && (step === name || step.endsWith(`: ${name}`));

/**
 * Finds the exchanges that show the worst failure: both twins if there are any, else the last answer with the received
 * value, else the last exchange.
 */
export function tellingExchanges(
  test: Pick<TestResult, 'findings' | 'exchanges' | 'requirements'>,
): TellingExchanges {
  const { exchanges } = test;
  const failed = failedFindings(test);
  const telling = exchanges.filter(({ step }) => step === null || !supporting.test(step));
  let shown: Exchange | undefined;
  for (const { level, evidence } of failed) {
    if (level === failed[0]?.level) shown ??= evidence ? exchangeOf(evidence, telling) : undefined;
  }
  shown ??= telling.at(-1) ?? exchanges.at(-1);
  const before = shown === undefined ? [] : exchanges.slice(0, exchanges.indexOf(shown));
  const valid =
    shown?.step == null ? undefined : before.findLast(({ step }) => isStep(step, twinSteps.valid));
  return { valid, shown };
}

/** The exchange that evidence names, or whose answer has the received value; undefined where there is none. */
function exchangeOf({ steps, differences }: Evidence, exchanges: readonly Exchange[]): Exchange | undefined {
  const received = differences[0]?.received ?? '';
  for (const name of steps) {
    const named = exchanges.filter(({ step }) => isStep(step, name));
    if (named.length > 0) return named.findLast((one) => answers(one, received)) ?? named.at(-1);
  }
  return exchanges.findLast((one) => answers(one, received));
}

/** Whether an answer contains the received value; shorter texts could occur anywhere. */
function answers({ response }: Exchange, received: string): boolean {
  if (response === null) return false;
  const status = /^([1-5]\d\d)(?: with success|, not success)?$/.exec(received)?.[1];
  if (status !== undefined) return response.status === Number(status);
  return received.length >= 6 && response.body.includes(received);
}

/** At most `most` exchanges, in their order: the most telling ones, then the latest. */
export function keepTelling(test: TestResult, most: number): readonly Exchange[] {
  const { exchanges } = test;
  if (exchanges.length <= most) return exchanges;
  const { valid, shown } = tellingExchanges(test);
  const kept = new Set([valid, shown, ...exchanges.slice().reverse()].filter((one) => one !== undefined));
  const first = new Set([...kept].slice(0, most));
  return exchanges.filter((one) => first.has(one));
}

/** The failed findings of a test: the highest level first, and within a level the test's own requirements first. */
export function failedFindings({
  findings,
  requirements,
}: Pick<TestResult, 'findings' | 'requirements'>): Finding[] {
  const own = new Set(requirements);
  const rank = ({ requirement, level }: Finding) => levels.indexOf(level) * 2 + Number(own.has(requirement));
  return findings.filter(({ status }) => status === 'failed').toSorted((a, b) => rank(b) - rank(a));
}

/** A text of the target as text reports show it. */
export const shorten = (text: string) => (text.length > 400 ? `${text.slice(0, 397)}...` : text);

/** The lines of a message. Each but the first is marked, since the target's text in it may look like a line of the report. */
export function getMessageLines(message: string | null): string[] {
  return (message ?? '').split('\n').map((line, index) => (index === 0 ? line : `| ${line}`));
}

/** Limits of reports, so that even a run in which everything fails gives files that open. */
export const reportLimits = {
  /** Characters of a body in `report.html`. */
  bodyCharacters: 4_000,
  /** Exchanges of one test in it; those that show the failure come first. */
  exchangesOfTest: 20,
  /** Failures with exchanges in `report.html`; `results.json` has all. */
  failuresWithExchanges: 400,
  /** Bytes of pictures in `report.html`; it links the rest. */
  pictureBytes: 24 * 1_048_576,
  /** Bytes of a step summary; GitHub allows at most 1 MiB. */
  summaryBytes: 1_000_000,
} as const;
