import { toVisibleLine, toVisibleText } from '../../spec/visible-text.ts';
import { showEntry } from './baseline.ts';
import { counts } from './counts.ts';
import { type Cause, describeCause, sharedCauses } from './report/causes.ts';
import { failedFindings } from './report/kept-results.ts';
import type { BaselineResult, RunResult, TestResult } from './results.ts';

/**
 * A run as JUnit XML, for continuous integration. A failure that does not count for the verdict has no `<failure>`, but
 * text in `<system-out>`. An expected failure of a baseline is skipped. Entries whose failure did not occur fail in a
 * suite of their own.
 *
 * Elements and attributes are those in the schema of Jenkins' xUnit plugin (junit-10.xsd).
 */
export function junitReport(result: RunResult): string {
  const cases = Map.groupBy(
    result.tests.map((test) => toCase(test, result)),
    ({ suite }) => suite,
  );
  const inVain = expectedInVain(result);
  if (inVain.length > 0) cases.set('baseline', inVain);
  const causes = sharedCauses(result.tests);
  const started = result.started_at.replace(/\.\d+Z$/, '');
  const suites = [...cases].map(([name, own]) => {
    const { skipped, ...numbers } = getNumbers(own);
    return [
      `  <testsuite ${attributes({ name, ...numbers, skipped, timestamp: started })}>`,
      ...own.map(caseElement),
      '  </testsuite>',
    ].join('\n');
  });
  const { skipped: _, ...numbers } = getNumbers([...cases.values()].flat());
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: 'touchstone conform', ...numbers })}>`,
    ...causesElement(causes),
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

/** The common causes of failures, as a suite without tests, so that nothing counts twice. */
function causesElement(causes: readonly Cause[]): string[] {
  if (causes.length === 0) return [];
  const none = { tests: 0, failures: 0, errors: 0, time: seconds(0), skipped: 0 };
  const lines = causes.flatMap((cause) => [describeCause(cause), ...cause.tests.map((id) => `  ${id}`)]);
  return [
    `  <testsuite ${attributes({ name: 'common causes of failures', ...none })}>`,
    `    <system-out>${escapeXml(lines.join('\n'))}</system-out>`,
    '  </testsuite>',
  ];
}

/** A test in terms of JUnit. */
interface Case {
  readonly suite: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** In one line. */
  readonly message: string;
  /** Level of a failure. */
  readonly type?: string | undefined;
  /** All messages. */
  readonly text: string;
}

function toCase(test: TestResult, { strict, baseline }: RunResult): Case {
  const text = failedFindings(test)
    .map(({ requirement, level, message }) => `${requirement} [${level}] ${message}`)
    .join('\n');
  const base = {
    suite: test.suite,
    name: test.requirements.length > 0 ? `${test.title} (${test.requirements.join(', ')})` : test.title,
    milliseconds: test.duration_ms,
    message: test.reason ?? '',
    text,
  };
  if (test.status === 'error') return { ...base, outcome: 'error' };
  if (test.status === 'skipped' || test.status === 'disabled') return { ...base, outcome: 'skipped' };
  if (!counts(test, strict)) return { ...base, outcome: 'passed' };
  if (baseline?.expected.includes(test.id)) {
    return { ...base, outcome: 'skipped', message: 'the baseline expects this failure' };
  }
  const message = text.split('\n', 1)[0] ?? '';
  return { ...base, outcome: 'failure', message, type: test.failed_level ?? undefined };
}

/** Baseline entries for failures that did not occur, and for tests that do not exist. */
function expectedInVain({ baseline }: RunResult): Case[] {
  if (!baseline) return [];
  return [...baseline.unexpected_passes, ...baseline.stale].map(({ entry, message }) => ({
    suite: 'baseline',
    name: `${[entry.test, entry.requirement].filter(Boolean).join(', ')} behaves as the baseline expects`,
    milliseconds: 0,
    outcome: 'failure',
    message,
    type: 'baseline',
    text: `${message}\n${showEntry(entry)}`,
  }));
}

function getNumbers(cases: readonly Case[]) {
  const count = (outcome: Case['outcome']) => cases.filter((one) => one.outcome === outcome).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    time: seconds(cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
    skipped: count('skipped'),
  };
}

function caseElement({ suite, name, milliseconds, outcome, message, type, text }: Case): string {
  const head = attributes({ classname: suite, name, time: seconds(milliseconds) });
  const inner: string[] = [];
  if (outcome === 'error' || outcome === 'skipped') inner.push(`<${outcome} ${attributes({ message })}/>`);
  if (outcome === 'failure') {
    const about = attributes({ message, ...(type === undefined ? {} : { type }) });
    inner.push(`<failure ${about}>${escapeXml(text)}</failure>`);
  } else if (text !== '') inner.push(`<system-out>${escapeXml(text)}</system-out>`);
  return `    <testcase ${head}${inner.length === 0 ? '/>' : `>${inner.join('')}</testcase>`}`;
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(toVisibleLine(String(value)))}"`)
    .join(' ');
}

/** Text for XML 1.0: hidden characters are visible, and others outside its character set are replaced. */
function escapeXml(text: string): string {
  return toVisibleText(text)
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Number of entries to print; `results.json` has the rest. */
const mostEntries = 50;

/** The comparison of a run with its baseline as lines of text: what to add, and what to remove. */
export function describeBaseline(baseline: BaselineResult | null): string[] {
  if (!baseline) return [];
  const { expected, unexpected_failures, unexpected_passes, stale } = baseline;
  const file = baseline.file ?? 'the baseline';
  const wrong = (what: string, how: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', `${what}; ${how} ${file}:`, ...capped(lines)];
  return [
    '',
    `Baseline ${file}: ${expected.length} failed as expected, ${unexpected_failures.length} unexpected failures, ${unexpected_passes.length} unexpected passes, ${stale.length} stale entries`,
    ...wrong(
      'Failures that no entry expects',
      'fix them, or add to',
      unexpected_failures.map(({ entry }) => `  ${showEntry(entry)},`),
    ),
    ...wrong(
      'Entries whose failure did not occur',
      'remove from',
      unexpected_passes.map(({ entry, message }) => `  ${showEntry(entry)}  (${message})`),
    ),
    ...wrong(
      'Entries that name nothing that exists',
      'remove from',
      stale.map(({ entry, message }) => `  ${showEntry(entry)}  (${message})`),
    ),
  ];
}

function capped(lines: readonly string[]): string[] {
  const more = lines.length - mostEntries;
  return [...lines.slice(0, mostEntries), ...(more > 0 ? [`  ... and ${more} more`] : [])];
}
