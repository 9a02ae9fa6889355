import type { RunResult, TestResult } from './results.ts';
import { counts } from './verdict.ts';

/**
 * A run as JUnit XML, for continuous integration. A failure that the verdict does not depend on is no
 * `<failure>` there, but stands in `<system-out>`.
 */
export function junitReport(result: RunResult): string {
  const names = [...new Set(result.tests.map(({ suite }) => suite))];
  const suites = names.map((name) => {
    const tests = result.tests.filter(({ suite }) => suite === name);
    return [
      `  <testsuite ${attributes({ name, ...numbers(tests, result.strict) })}>`,
      ...tests.map((test) => testCase(test, result.strict)),
      '  </testsuite>',
    ].join('\n');
  });
  const head = attributes({ name: 'touchstone conform', ...numbers(result.tests, result.strict) });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${head}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function numbers(tests: readonly TestResult[], strict: boolean) {
  return {
    tests: tests.length,
    failures: tests.filter((test) => counts(test, strict)).length,
    errors: tests.filter(({ status }) => status === 'error').length,
    skipped: tests.filter(({ status }) => status === 'skipped' || status === 'disabled').length,
    time: seconds(tests.reduce((sum, { duration_ms }) => sum + duration_ms, 0)),
  };
}

function testCase(test: TestResult, strict: boolean): string {
  const head = attributes({
    classname: test.suite,
    name: `${test.title} (${test.requirements.join(', ')})`,
    time: seconds(test.duration_ms),
  });
  const messages = test.findings
    .filter(({ status }) => status === 'failed')
    .map(({ requirement, level, message }) => `${requirement ?? 'contract'} [${level}] ${message}`);
  const inner: string[] = [];
  if (test.status === 'error') inner.push(`<error ${attributes({ message: test.reason ?? '' })}/>`);
  else if (test.status === 'skipped' || test.status === 'disabled') {
    inner.push(`<skipped ${attributes({ message: test.reason ?? '' })}/>`);
  } else if (counts(test, strict)) {
    inner.push(
      `<failure ${attributes({ message: messages[0] ?? '', type: test.failed_level ?? '' })}>${escapeXml(messages.join('\n'))}</failure>`,
    );
  } else if (messages.length > 0) inner.push(`<system-out>${escapeXml(messages.join('\n'))}</system-out>`);
  if (inner.length === 0) return `    <testcase ${head}/>`;
  return `    <testcase ${head}>${inner.join('')}</testcase>`;
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(3);

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value)).replaceAll('\n', '&#10;')}"`)
    .join(' ');
}

/** Text for XML 1.0: what its character set leaves out becomes a replacement character. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
