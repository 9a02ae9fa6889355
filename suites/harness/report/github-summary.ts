import { toVisibleLine } from '../../../spec/visible-text.ts';
import { showEntry } from '../baseline.ts';
import type { Catalogue } from '../catalogue.ts';
import { counts, describeCounts } from '../counts.ts';
import type { RunResult, TestResult } from '../results.ts';
import { namePresent } from '../service-results.ts';
import { failedFindings, reportLimits, shorten } from './kept-results.ts';

/**
 * A run as Markdown for a step summary on GitHub: verdict, numbers, and a table of failures up to the size limit.
 */
export function githubSummary(
  result: RunResult,
  catalogue: Catalogue,
  mostBytes: number = reportLimits.summaryBytes,
): string {
  const { verdict, verdict_reason: reason, counts: numbers, baseline, target } = result;
  const expected = new Set(baseline?.expected);
  const inVain = baseline ? [...baseline.unexpected_passes, ...baseline.stale] : [];
  const head = [
    `## Conformance: ${verdict}`,
    '',
    `${cell(reason)}. ${describeCounts(numbers)}, against ${code(target.api)}.`,
    '',
    `Services: ${namePresent(result.services)}.`,
    ...(baseline
      ? ['', `Against the baseline: **${baseline.verdict}**; expected to fail: ${expected.size}.`]
      : []),
    ...inVain.map(({ entry, message }) => `- ${code(showEntry(entry))}: ${cell(message)}`),
    '',
    '',
  ].join('\n');
  const failures = [
    ...result.tests.filter(
      (test) => test.status === 'error' || (counts(test, result.strict) && !expected.has(test.id)),
    ),
    ...result.tests.filter((test) => test.status === 'failed' && !counts(test, result.strict)),
  ];
  if (failures.length === 0) return head;
  const table = '| Requirement | Test | What happened |\n| --- | --- | --- |\n';
  const more = (count: number) => `\n${count} more failures are in report.html.\n`;
  const size = (text: string) => new TextEncoder().encode(text).length;
  let room = mostBytes - size(head + table) - size(more(failures.length));
  let rows = '';
  let shown = 0;
  for (const test of failures) {
    const row = toRow(test, catalogue);
    room -= size(row);
    if (room < 0) break;
    rows += row;
    shown++;
  }
  return head + table + rows + (shown < failures.length ? more(failures.length - shown) : '');
}

function toRow(test: TestResult, catalogue: Catalogue): string {
  const [first] = failedFindings(test);
  const sentence = catalogue.get(first?.requirement ?? '')?.sentence;
  const id = first ? `**${first.requirement}** (${first.level})` : 'the harness';
  const seen = first?.message ?? test.reason ?? '';
  return `| ${id}${sentence ? ` ${cell(sentence)}` : ''} | ${cell(test.id)} | ${cell(shorten(seen))} |\n`;
}

/** Escapes text for Markdown and HTML, on one line. */
function cell(text: string): string {
  return toVisibleLine(text.replace(/\s+/g, ' ').trim())
    .replace(/[\\`*_{}[\]()#+!|~$]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@(?=\w)/g, '@\u200b');
}

const code = (text: string) => `\`${toVisibleLine(text).replaceAll('`', '')}\``;
