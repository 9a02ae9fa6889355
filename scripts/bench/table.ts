import type { Ratio } from './measure.ts';
import { BenchError } from './processes.ts';

/** One line of the table. */
export interface Result {
  /** The measurement. */
  readonly name: string;
  /** Our figure with its unit. */
  readonly ours: string;
  /** The alternative, and its figure with its unit. */
  readonly peer: string;
  readonly ratio: Ratio;
  /** The aim for the ratio, if any. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

/** Whether a result meets its aim; undefined without one. */
export function meetsTarget({ ratio, target }: Result): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? ratio.median >= target.atLeast : ratio.median <= target.atMost;
}

/** A number with three significant digits and thousands separators, for example `12,300` or `0.412`. */
export function figure(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(value);
}

const head = ['Measured', 'Touchstone', 'Compared with', 'Ratio', 'Lowest to highest', 'Aim', 'Met'];

/**
 * Results as a Markdown table with aligned columns, readable in a terminal too.
 *
 * @example
 * console.log(table(results));
 */
export function table(results: readonly Result[]): string {
  return lineUp([head, ...results.map(cells)]);
}

/** Rows, of which the first is the header, as a Markdown table with aligned columns. */
export function lineUp([head = [], ...rest]: readonly (readonly string[])[]): string {
  const rows = [head, ...rest];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.slice(1).map(line)].join('\n');
}

function cells(result: Result): string[] {
  const { name, ours, peer, ratio, target } = result;
  const met = meetsTarget(result);
  return [
    name,
    ours,
    peer,
    figure(ratio.median),
    `${figure(ratio.lowest)} to ${figure(ratio.highest)}`,
    target ? ('atLeast' in target ? `at least ${target.atLeast}` : `at most ${target.atMost}`) : '',
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

/**
 * Replaces the text between a page's two marks.
 *
 * @param chapter name of the marks, on a page with several; empty for the first table
 * @throws BenchError without the marks
 */
export function replaceTable(page: string, text: string, chapter?: string): string {
  const command = chapter === undefined ? '--write' : `${chapter} --write`;
  const begin = `<!-- made by bench ${command}: begin -->\n`;
  const end = `<!-- made by bench ${command}: end -->`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new BenchError('bench', 'the page has no place for the table');
  return `${page.slice(0, from)}${begin}${text}\n${page.slice(to)}`;
}
