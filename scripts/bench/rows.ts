/** The rows of docs/performance.md: how their figures are taken, and how they are written. */
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Thrown when something does not start, answer or convert as it must. */
export class BenchError extends TouchstoneError {
  constructor(message: string) {
    super('bench', message);
  }
}

/** A measurement of Touchstone and of a peer, with one figure of each for every round. */
export interface Row {
  /** The part of Touchstone. */
  readonly part: string;
  readonly measured: string;
  readonly peer: string;
  /** A unit per second is a rate, of which more is better; of every other unit, less is. */
  readonly unit: '/s' | 'MB/s' | 'ms' | 'µs' | 's' | 'MiB';
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
  /** What the ratio compares. More speed is better, and less memory or time. */
  readonly has: 'speed' | 'memory' | 'time';
  /** The least speed, or the most memory or time. */
  readonly aim: number;
}

/**
 * Takes figures in turns, so that other work on the machine slows down everybody; every second round runs in reverse
 * order.
 *
 * @param contenders functions that take a figure, by name; they get the number of the round
 * @param warmUps earlier rounds, with negative numbers, whose figures are dropped
 */
export async function takeTurns<Name extends string>(
  contenders: Readonly<Record<Name, (round: number) => Promise<number>>>,
  rounds: number,
  warmUps = 1,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]; // Object.keys forgets what the keys are.
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>; // One for each name.
  for (let round = -warmUps; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figure = await contenders[name](round);
      if (round >= 0) taken[name].push(figure);
    }
  }
  return taken;
}

/** The ratio of each round, from the lowest to the highest. */
export function getRatios({ ours, theirs, unit, has }: Row): number[] {
  const isOursAbove = unit.endsWith('/s') || has !== 'speed';
  return ours
    .map((figure, round) => figure / (theirs[round] ?? Number.NaN))
    .map((ratio) => (isOursAbove ? ratio : 1 / ratio))
    .sort((a, b) => a - b);
}

function getMedian(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/** Three significant digits, with separators: `12,300` or `0.412`. */
const format = (value: number) =>
  new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 }).format(value);

function toCells(row: Row): string[] {
  const { part, measured, peer, unit, ours, theirs, has, aim } = row;
  const ratio = getMedian(getRatios(row));
  const isMet = has === 'speed' ? ratio >= aim : ratio <= aim;
  return [
    part,
    measured,
    `${format(getMedian(ours))} ${unit}`,
    `${peer}: ${format(getMedian(theirs))} ${unit}`,
    `${format(ratio)} × the ${has}`,
    `${has === 'speed' ? 'at least' : 'at most'} ${format(aim)}${isMet ? '' : ': missed'}`,
  ];
}

const head = ['Part', 'Measured', 'Touchstone', 'Compared with', 'Touchstone has', 'Aim'];

/** Rows as a table for a terminal, with the extremes of their ratios. */
export function toTable(rows: readonly Row[]): string {
  const extremes = (row: Row) => {
    const ratios = getRatios(row);
    return `${format(ratios[0] ?? Number.NaN)} to ${format(ratios.at(-1) ?? Number.NaN)}`;
  };
  return lineUp([[...head, 'Lowest to highest'], ...rows.map((row) => [...toCells(row), extremes(row)])]);
}

function lineUp(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(rows[0] ?? []), rule, ...rows.slice(1).map(line)].join('\n');
}

const marks = /(?<=<!-- made by bench --write: begin -->\n).*(?=\n<!-- made by bench --write: end -->)/s;

/** What tells a row from all others: its part, what it measures, and the peer; a new version of MSW has the same row. */
const getKey = ([part, measured = '', , compared = '']: readonly string[]) =>
  JSON.stringify([part, measured.replace(/(MSW \d+)\..*/, '$1'), compared.split(':')[0]]);

/** The page with these rows in place of its own; its other rows stay. @throws BenchError if the page lacks the table */
export function writeRows(page: string, rows: readonly Row[]): string {
  const [table] = marks.exec(page) ?? [];
  if (table === undefined) throw new BenchError('the page has no table of the bench');
  const old = table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const lines = new Map([...old, ...rows.map(toCells)].map((cells) => [getKey(cells), cells]));
  return page.replace(marks, () => lineUp([head, ...lines.values()]));
}
