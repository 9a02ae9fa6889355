import type { Fault, FileFaults } from './find-faults.ts';

/** The global function that probes call in the serving process. Pages and other threads have none. */
export const listener = '__touchstoneReached';

/** A probe that reports the number of a fault. */
export interface Probed {
  readonly fault: Fault;
  readonly number: number;
}

/**
 * The text of a file with probes at the places of faults and at the start of its functions.
 *
 * @param number number that its functions report
 */
export function withProbes(
  source: string,
  { bodies }: FileFaults,
  number: number,
  probed: readonly Probed[],
): string {
  const call = (which: number) => `globalThis.${listener}?.(${which})`;
  const wraps = [
    ...bodies.map(({ start, end, isExpression }) =>
      isExpression
        ? { start, end, open: `(${call(number)},`, close: ')' }
        : { start: start + 1, end: start + 1, open: `${call(number)};`, close: '' },
    ),
    ...probed.map(({ fault: { start, end, isStatement }, number: own }) =>
      isStatement
        ? { start, end, open: `{${call(own)};`, close: '}' }
        : { start, end, open: `(${call(own)},`, close: ')' },
    ),
  ];
  const length = ({ start, end }: { start: number; end: number }) => end - start;
  // A longer range encloses a shorter one: it opens earlier and closes later.
  const inserts = [
    ...wraps
      .toSorted((a, b) => length(b) - length(a))
      .map(({ start, open }) => ({ at: start, isClose: false, text: open })),
    ...wraps
      .toSorted((a, b) => length(a) - length(b) || wraps.indexOf(b) - wraps.indexOf(a))
      .map(({ end, close }) => ({ at: end, isClose: true, text: close })),
  ].toSorted((a, b) => a.at - b.at || Number(b.isClose) - Number(a.isClose));
  let at = 0;
  let text = '';
  for (const insert of inserts) {
    text += source.slice(at, insert.at) + insert.text;
    at = insert.at;
  }
  return text + source.slice(at);
}
