import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BenchError } from './processes.ts';
import { summary } from './summary.ts';
import { replaceTable } from './table.ts';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', `${name}.md`), 'utf8');
const details = read('performance-details');

/** Columns of a table, from 1. */
const columns = { ratio: 4, met: 7 } as const;

/** The details with another cell in the row that begins so. */
function withCell(start: string, column: keyof typeof columns, value: string): string {
  const line = details.split('\n').find((one) => one.startsWith(`| ${start}`)) ?? '';
  const cells = line.split('|');
  cells[columns[column]] = ` ${value} `;
  return details.replace(line, cells.join('|'));
}

/** The line of the summary that begins so, after its part. */
const lineOf = (text: string, measured: string) =>
  summary(text)
    .split('\n')
    .find((line) => line.split('|')[2]?.trim() === measured);

describe('the summary of the benchmark', () => {
  it('is the one on its page', () => {
    const page = read('performance');
    expect(replaceTable(page, summary(details))).toBe(page);
  });

  it.each([
    ['Clone of a repository of 20,000 objects', '0.5', /\| 2 × the speed +\|$/],
    ['PUT of 1 KB', '0.5', /\| 0.5 × the speed +\|$/],
    ['Peak memory of 600 requests', '0.5', /\| 0.5 × the memory +\|$/],
  ])('says for %s at %s: %s', (measured, ratio, end) => {
    expect(lineOf(withCell(measured, 'ratio', ratio), measured)).toMatch(end);
  });

  it('lists the aims that are not met', () => {
    expect(summary(details)).not.toContain('- PUT of 1 MB');
    expect(summary(withCell('PUT of 1 MB', 'met', 'NO'))).toContain(
      '- PUT of 1 MB, compared with Miniflare: 4.42; ',
    );
    expect(summary(details.replaceAll('| NO ', '| yes'))).toMatch(/All aims are met\.$/);
  });

  it('is refused by details without one of its rows', () => {
    expect(() => summary(details.replaceAll('PUT of 1 KB', 'PUT of 2 KB'))).toThrow(BenchError);
  });
});
