import { getOrigin } from '../../spec/sources.ts';
import { toVisibleLine } from '../../spec/visible-text.ts';
import type { Catalogue } from './catalogue.ts';
import { counts, describeCounts } from './counts.ts';
import type { Exchange } from './exchange.ts';
import { createProgress, type Progress } from './progress.ts';
import { getQuotes } from './quotes.ts';
import { describeCause, sharedCauses } from './report/causes.ts';
import { failedFindings, getMessageLines, shorten, tellingExchanges } from './report/kept-results.ts';
import { describeBaseline } from './report-junit.ts';
import type { Finding, Reporter, RunResult, TestResult } from './results.ts';
import { namePresent } from './service-results.ts';
import { getService } from './suite.ts';

export interface TerminalOptions {
  readonly write: (text: string) => void;
  /** Path of `report.html`, where one is written. */
  readonly report?: string;
  readonly catalogue: Catalogue;
  readonly strict: boolean;
  /** Redraws a counter while tests run, for a terminal. */
  readonly live: boolean;
  /** Escape sequences for colours. */
  readonly color: boolean;
  /** Width of the terminal in characters; 80 by default. */
  readonly columns?: number;
}

/** Number of failures to print; `results.json` has the rest. */
const mostFailures = 25;

/** Reports a run as text: progress, each failure with its requirement and exchanges, and a final line. */
export function terminalReporter(options: TerminalOptions): Reporter {
  const { write, strict, live, columns = 80 } = options;
  const alarm = (text: string) => painter(options.color)('red', text);
  let progress: Progress | undefined;
  let shown = 0;
  return {
    started({ api, tests }) {
      write(`${toLogLine(`Testing ${api}: ${tests} tests`)}\n`);
      progress = createProgress(tests, { write, live, columns, alarm });
    },
    testing: (id) => progress?.testing(id),
    tested(result) {
      const isFailure = counts(result, strict) || result.status === 'error';
      if (isFailure && shown < mostFailures) {
        shown++;
        progress?.print(describeFailure(result, options));
      }
      progress?.tested(result, isFailure);
    },
    ended(result) {
      progress?.end();
      write(describeEnd(result, options, shown));
    },
  };
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
      for (const finding of failedFindings(test)) {
        const [first = '', ...others] = getMessageLines(finding.message);
        lines.push(`    ${headline(finding)}: ${first}`, ...others.map((line) => `    ${line}`));
      }
    }
    if (warnings.length > mostFailures) lines.push(`  ... and ${warnings.length - mostFailures} more`);
  }
  lines.push(...describeServices(result.services), ...describeSkips(result));
  if (result.leaks.length > 0) {
    lines.push('', 'Left behind in the target (touchstone conform sweep removes it):');
    for (const leak of result.leaks) lines.push(`  ${leak}`);
  }
  lines.push(...describeBaseline(result.baseline));
  const colour = result.verdict === 'conformant' ? 'green' : result.verdict === 'partial' ? 'yellow' : 'red';
  const { sent, clean_up } = result.requests;
  lines.push('', `Requests: ${sent}, and ${clean_up} for clean-up`);
  if (options.report !== undefined) lines.push(`Report: ${options.report}`);
  const about = result.verdict === 'conformant' ? `: ${namePresent(result.services)}` : '';
  const verdict = `Verdict: ${paint(colour, result.verdict)}${toLogLine(`${about} (${result.verdict_reason})`)}`;
  return `${[...lines.map(toLogLine), verdict, `conform: ${describeCounts(result.counts)}`].join('\n')}\n`;
}

/** Number of causes to print; `report.html` has the rest. */
const mostCauses = 10;

/** The common causes of failures, the most frequent first. */
function describeCauses(tests: readonly TestResult[]): string[] {
  const causes = sharedCauses(tests);
  if (causes.length === 0) return [];
  const more = causes.length - mostCauses;
  return [
    '',
    'Common causes of failures:',
    ...causes.slice(0, mostCauses).map((cause) => `  ${describeCause(cause)}`),
    ...(more > 0 ? [`  ... and ${more} more causes`] : []),
  ];
}

/** The result of each service, if there are several. */
function describeServices(services: RunResult['services']): string[] {
  if (services.length < 2) return [];
  const lines = services.map(({ name, verdict, reason, counts }) =>
    verdict === 'absent'
      ? `  ${name}: ${reason}; ${counts.skipped} tests skipped`
      : `  ${name}: ${verdict}${reason === null ? '' : ` (${reason})`}; ${describeCounts(counts)}`,
  );
  return ['', 'Services:', ...lines];
}

/** Skipped tests of existing services, one line per reason. */
function describeSkips({ tests, services }: RunResult): string[] {
  const absent = new Set(services.filter(({ verdict }) => verdict === 'absent').map(({ name }) => name));
  const reasons = new Map<string, number>();
  for (const { suite, status, reason } of tests) {
    if ((status !== 'skipped' && status !== 'disabled') || absent.has(getService(suite))) continue;
    const key = `${status}: ${reason}`;
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
  if (reasons.size === 0) return [];
  return ['', ...[...reasons].map(([reason, count]) => `${count} ${reason}`)];
}

function describeFailure(result: TestResult, { catalogue, color }: TerminalOptions): string {
  const paint = painter(color);
  const lines: string[] = [];
  if (result.status === 'error') lines.push(`  ${result.reason}`);
  for (const finding of failedFindings(result)) {
    const requirement = catalogue.get(finding.requirement);
    lines.push(`  ${headline(finding)}${requirement ? ` ${requirement.sentence}` : ''}`);
    if (requirement) {
      lines.push(`    ${getOrigin(requirement)}`);
      lines.push(...getQuotes(requirement.id).map(({ text }) => `      "${text}"`));
    }
    lines.push(...getMessageLines(finding.message).map((line) => `    ${line}`));
  }
  const { valid, shown } = tellingExchanges(result);
  for (const exchange of [valid, shown]) if (exchange) lines.push(...describeExchange(exchange));
  for (const leak of result.leaks) lines.push(`  left behind: ${leak}`);
  const status = paint('red', result.status === 'error' ? 'ERROR' : 'FAILED');
  return [`${status} ${toLogLine(result.id)}`, ...lines.map(toLogLine)].join('\n');
}

/**
 * A line as a log shows it. Text of the target can neither move the cursor nor begin another line, and gives no command
 * to the CI system that reads the log: GitHub's begin with `::` after spaces, others with `##` and a bracket anywhere.
 */
function toLogLine(line: string): string {
  return toVisibleLine(line)
    .replace(/^(\s*):(?=:)/, '$1\\u003a')
    .replaceAll(/##(?=\w*\[)/g, '#\\u0023');
}

function headline({ requirement, level }: Finding): string {
  return `${requirement} [${level.toUpperCase()}]`;
}

function describeExchange({ step, request, response, error }: Exchange): string[] {
  const shown = (text: string) => shorten(text).replaceAll('\n', ' ');
  const title = `  ${step === null ? '' : `(${step}) `}> ${request.method} ${request.url}`;
  const body = request.body === null ? [] : [`    ${shown(request.body)}`];
  const answer = response === null ? `  < ${error}` : `  < ${response.status} ${shown(response.body)}`;
  return [title, ...body, answer];
}

type Colour = 'red' | 'green' | 'yellow';

function painter(color: boolean): (colour: Colour, text: string) => string {
  const codes: Record<Colour, number> = { red: 31, green: 32, yellow: 33 };
  return (colour, text) => (color ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}
