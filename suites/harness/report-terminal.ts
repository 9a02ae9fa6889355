import { originOf } from '../../spec/sources.ts';
import type { Catalogue } from './catalogue.ts';
import type { Exchange } from './exchange.ts';
import { quotesOf } from './quotes.ts';
import { sharedCauses } from './report/causes.ts';
import { failedFindings, tellingExchanges } from './report/kept-results.ts';

import { describeBaseline, describeStability } from './report-junit.ts';
import type { Finding, Reporter, RunResult, TestResult } from './results.ts';

import { counts } from './verdict.ts';

export interface TerminalOptions {
  readonly write: (text: string) => void;
  /** Path of `report.html`, where one is written. */
  readonly report?: string;
  readonly catalogue: Catalogue;
  readonly strict: boolean;
  /** Redraws a counter while tests run; for a terminal that a person looks at. */
  readonly live: boolean;
  /** Escape sequences for colours. */
  readonly color: boolean;
  /** Characters of a line of the terminal; 80 where it is left out. */
  readonly columns?: number;
}

/** Failures that are written out in full; the rest are in `results.json`. */
const mostFailures = 25;

/** Reports a run as text: progress, each failure with its requirement and exchanges, one final line. */
export function terminalReporter(options: TerminalOptions): Reporter {
  const { write, strict, live } = options;
  const progress = { done: 0, total: 0, failed: 0, shown: 0, began: 0 };
  const clear = live ? '\r\u001b[2K' : '';
  return {
    started({ api, tests }) {
      progress.total = tests;
      progress.began = performance.now();
      write(`Testing ${api}: ${tests} tests\n`);
    },
    tested(result) {
      progress.done++;
      const failure = counts(result, strict) || result.status === 'error';
      if (failure) progress.failed++;
      if (failure && progress.shown < mostFailures) {
        progress.shown++;
        write(`${clear}${describeFailure(result, options)}\n`);
      }
      if (live) write(`${clear}${describeProgress(progress, result.suite, options)}`);
      else if (isMilestone(progress))
        write(`${progress.done}/${progress.total} tests, ${progress.failed} failed\n`);
    },
    ended(result) {
      write(clear + describeEnd(result, options, progress.shown));
    },
  };
}

interface Progress {
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** When the first test began, as `performance.now()` counts. */
  readonly began: number;
}

/** One line that fits the terminal: a bar, numbers, the time that is left at this pace, and where the run is. */
function describeProgress(
  { done, total, failed, began }: Progress,
  suite: string,
  { color, columns = 80 }: TerminalOptions,
): string {
  const width = 20;
  const filled = Math.round((done / Math.max(total, 1)) * width);
  const left = ((performance.now() - began) / 1000 / done) * (total - done);
  const wrong = failed === 0 ? '' : `, ${failed} failed`;
  const text = `${'='.repeat(filled)}${' '.repeat(width - filled)}| ${done}/${total}${wrong}, ${clock(left)} left  ${suite}`;
  const cut = text.slice(0, Math.max(columns - 1, width));
  return failed === 0 ? cut : painter(color)('red', cut);
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Whether a log that nobody watches is told how far a long run is: at each tenth of it. */
function isMilestone({ done, total }: Progress): boolean {
  const tenth = (tests: number) => Math.floor((tests * 10) / total);
  return total >= 100 && done < total && tenth(done) > tenth(done - 1);
}

/** The line every run ends with, alone on its line; its numbers add up to all tests. */
export function finalLine(counted: RunResult['counts']): string {
  const { passed, failed, skipped, errors, warnings, disabled } = counted;
  return `conform: ${passed} passed, ${failed + errors} failed, ${warnings} warned, ${skipped + disabled} skipped`;
}

function describeEnd(result: RunResult, options: TerminalOptions, shown: number): string {
  const paint = painter(options.color);
  const lines: string[] = [];
  const failed = result.counts.failed + result.counts.errors;
  if (failed > shown) lines.push(`... and ${failed - shown} more failures`);
  lines.push(...describeCauses(result.tests));
  const warnings = result.tests.filter((test) => test.status === 'failed' && !counts(test, options.strict));
  if (warnings.length > 0) {
    lines.push('', 'Warnings (SHOULD and MAY; they do not change the verdict):');
    for (const test of warnings.slice(0, mostFailures)) {
      lines.push(`  ${test.id}`);
      for (const finding of failedFindings(test)) lines.push(`    ${headline(finding)}: ${finding.message}`);
    }
    if (warnings.length > mostFailures) lines.push(`  ... and ${warnings.length - mostFailures} more`);
  }
  lines.push(...describeSkips(result.tests));
  if (result.leaks.length > 0) {
    lines.push('', 'Left behind in the target (touchstone conform sweep removes it):');
    for (const leak of result.leaks) lines.push(`  ${leak}`);
  }
  lines.push(...describeBaseline(result.baseline), ...describeStability(result.stability));
  const colour = result.verdict === 'conformant' ? 'green' : result.verdict === 'partial' ? 'yellow' : 'red';
  const { sent, billable, clean_up } = result.requests;
  const charged = billable > 0 ? ` (${billable} that cost money elsewhere)` : '';
  lines.push('', `Requests: ${sent}${charged}, and ${clean_up} to tidy up`);
  if (options.report !== undefined) lines.push(`Report: ${options.report}`);
  lines.push(`Verdict: ${paint(colour, result.verdict)} (${result.verdict_reason})`);
  lines.push(finalLine(result.counts));
  return `${lines.join('\n')}\n`;
}

/** Causes that are written out; the rest are in `report.html`. */
const mostCauses = 10;

/** What several tests failed for, the most frequent first. */
function describeCauses(tests: readonly TestResult[]): string[] {
  const causes = sharedCauses(tests);
  if (causes.length === 0) return [];
  const more = causes.length - mostCauses;
  return [
    '',
    'Causes of several failures:',
    ...causes.slice(0, mostCauses).map(({ seen, tests: of }) => `  ${of.length} tests: ${seen}`),
    ...(more > 0 ? [`  ... and ${more} more causes`] : []),
  ];
}

/** Skipped tests, one line per reason. */
function describeSkips(tests: readonly TestResult[]): string[] {
  const reasons = new Map<string, number>();
  for (const { status, reason } of tests) {
    if (status !== 'skipped' && status !== 'disabled') continue;
    const key = `${status}: ${reason}`;
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
  if (reasons.size === 0) return [];
  return ['', ...[...reasons].map(([reason, count]) => `${count} ${reason}`)];
}

function describeFailure(result: TestResult, { catalogue, color }: TerminalOptions): string {
  const paint = painter(color);
  const lines = [`${paint('red', result.status === 'error' ? 'ERROR' : 'FAILED')} ${result.id}`];
  if (result.status === 'error') lines.push(`  ${result.reason}`);
  for (const finding of failedFindings(result)) {
    const requirement = catalogue.get(finding.requirement);
    lines.push(`  ${headline(finding)}${requirement ? ` ${requirement.sentence}` : ''}`);
    if (requirement) {
      lines.push(`    ${originOf(requirement)}`);
      lines.push(...quotesOf(requirement.id).map(({ text }) => `      "${text}"`));
    }
    for (const line of (finding.message ?? '').split('\n')) lines.push(`    ${line}`);
  }
  const { valid, shown } = tellingExchanges(result);
  for (const exchange of [valid, shown]) if (exchange) lines.push(...describeExchange(exchange));
  for (const leak of result.leaks) lines.push(`  left behind: ${leak}`);
  return lines.join('\n');
}

function headline({ requirement, level }: Finding): string {
  return `${requirement} [${level.toUpperCase()}]`;
}

function describeExchange({ step, request, response, error }: Exchange): string[] {
  const shorten = (text: string) =>
    (text.length > 400 ? `${text.slice(0, 397)}...` : text).replaceAll('\n', ' ');
  const title = `  ${step === null ? '' : `(${step}) `}> ${request.method} ${request.url}`;
  const body = request.body === null ? [] : [`    ${shorten(request.body)}`];
  const answer = response === null ? `  < ${error}` : `  < ${response.status} ${shorten(response.body)}`;
  return [title, ...body, answer];
}

type Colour = 'red' | 'green' | 'yellow';

function painter(color: boolean): (colour: Colour, text: string) => string {
  const codes: Record<Colour, number> = { red: 31, green: 32, yellow: 33 };
  return (colour, text) => (color ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}
