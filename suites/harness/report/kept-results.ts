import { isAbsolute, join, relative, sep } from 'node:path';
import type { KeptPictures } from '../errors.ts';
import { type Exchange, settled } from '../exchange.ts';
import { levels } from '../levels.ts';
import { twinSteps } from '../refusals.ts';
import type { Finding, RunResult, TestResult } from '../results.ts';

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

/** The exchanges that show a failure best. */
export interface TellingExchanges {
  /** The valid request that the faulty one was made of; undefined where the test has no twins. */
  readonly valid: Exchange | undefined;
  /** What went wrong: the faulty request, or the last that was sent; undefined when nothing was. */
  readonly shown: Exchange | undefined;
}

/** What only prepares or looks after is no evidence. */
const beside = /(?:^|: )(?:before|after|baseline|events)$/;

const isStep = (step: string | null, name: string) =>
  step !== null && (step === name || step.endsWith(`: ${name}`));

/**
 * Finds the exchanges that show a failure: both twins where there are some, else the last that was answered with
 * what was received, else the last that was sent.
 */
export function tellingExchanges(
  test: Pick<TestResult, 'findings' | 'exchanges' | 'requirements'>,
): TellingExchanges {
  const { exchanges } = test;
  const [first, ...others] = failedFindings(test);
  const steps = [first, ...others].flatMap((finding) => finding?.evidence?.steps ?? []);
  const named = exchanges.find(({ step }) => steps.some((one) => isStep(step, one)));
  const telling = exchanges.filter(({ step }) => step === null || !beside.test(step));
  const received = first?.evidence?.differences[0]?.received;
  const shown =
    named ??
    (received === undefined ? undefined : telling.findLast((exchange) => answers(exchange, received))) ??
    telling.at(-1) ??
    exchanges.at(-1);
  const before = shown === undefined ? [] : exchanges.slice(0, exchanges.indexOf(shown));
  const valid =
    shown?.step == null ? undefined : before.findLast(({ step }) => isStep(step, twinSteps.valid));
  return { valid, shown };
}

/** Whether an answer holds what was received; what is shorter than this could stand anywhere. */
function answers({ response }: Exchange, received: string): boolean {
  if (response === null) return false;
  if (/^[1-5]\d\d$/.test(received)) return response.status === Number(received);
  return received.length >= 6 && response.body.includes(received);
}

/** At most `most` exchanges, in their order: those that tell most, then the latest. */
export function keepTelling(test: TestResult, most: number): readonly Exchange[] {
  const { exchanges } = test;
  if (exchanges.length <= most) return exchanges;
  const { valid, shown } = tellingExchanges(test);
  const kept = new Set([valid, shown, ...exchanges.slice().reverse()].filter((one) => one !== undefined));
  const first = new Set([...kept].slice(0, most));
  return exchanges.filter((one) => first.has(one));
}

/** What failed in a test: the highest level first, and of one level what the test is about. */
export function failedFindings({
  findings,
  requirements,
}: Pick<TestResult, 'findings' | 'requirements'>): Finding[] {
  const own = new Set(requirements);
  const rank = ({ requirement, level }: Finding) => levels.indexOf(level) * 2 + Number(own.has(requirement));
  return findings.filter(({ status }) => status === 'failed').toSorted((a, b) => rank(b) - rank(a));
}

/** How much reports hold, so that a run in which everything fails still gives files that open. */
export const reportLimits = {
  /** Characters of a body that `report.html` shows. */
  bodyCharacters: 4_000,
  /** Exchanges of one test that it shows; those that show its failure come first. */
  exchangesOfTest: 20,
  /** Failures whose exchanges `report.html` shows; all stand in `results.json`. */
  failuresWithExchanges: 400,
  /** Bytes of pictures that `report.html` holds; further ones are linked. */
  pictureBytes: 24 * 1_048_576,
  /** Bytes of a step summary: GitHub takes no more than 1 MiB. */
  summaryBytes: 1_000_000,
} as const;
