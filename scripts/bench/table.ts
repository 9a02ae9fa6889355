import type { Ratio } from './measure.ts';
import { BenchError } from './processes.ts';

/** One line of the table. */
export interface Result {
  /** What is measured. */
  readonly name: string;
  /** Our figure with its unit. */
  readonly ours: string;
  /** What it is compared with, and that one's figure with its unit. */
  readonly peer: string;
  readonly ratio: Ratio;
  /** What the ratio has to be; absent where nothing was promised. */
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
}

/** Whether a result is what was promised; undefined where nothing was. */
export function meetsTarget({ ratio, target }: Result): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? ratio.median >= target.atLeast : ratio.median <= target.atMost;
}

/** A number with three significant digits and thousands apart, for example `12,300` or `0.412`. */
export function figure(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(value);
}

const head = ['Measured', 'Touchstone', 'Compared with', 'Ratio', 'Lowest to highest', 'Promised', 'Kept'];

/**
 * Results as a Markdown table whose columns line up, so that it reads as well in a terminal.
 *
 * @example
 * console.log(table(results));
 */
export function table(results: readonly Result[]): string {
  return lineUp([head, ...results.map(cells)]);
}

/** Rows, of which the first is the head, as a Markdown table whose columns line up. */
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
 * A page with other text between its two marks.
 *
 * @param chapter which marks, on a page that has several; those of the first table have no name
 * @throws BenchError when it has no marks
 */
export function replaceTable(page: string, text: string, chapter?: string): string {
  const command = chapter === undefined ? '--write' : `${chapter} --write`;
  const begin = `<!-- made by bench ${command}: begin -->\n`;
  const end = `<!-- made by bench ${command}: end -->`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new BenchError('bench', 'the page has no place for the table');
  return `${page.slice(0, from)}${begin}${text}\n${page.slice(to)}`;
}
