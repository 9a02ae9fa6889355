import type { Ratio } from './measure.ts';

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
