import { edgeLimits } from '../../../spec/edge-limits.ts';
import { parameterOf, splitOutsideQuotes } from './media-type.ts';

/** One media range of an `Accept`. */
export interface MediaRange {
  /** In lower case, as in `text/markdown`, `text/*` or `*\/*`. */
  readonly range: string;
  /** From 0, not acceptable, to 1. */
  readonly weight: number;
  /** Whether it has parameters beside its weight. */
  readonly parameters: boolean;
}

/** How much a client wants a media type. */
export interface Wish {
  readonly weight: number;
  /** Place in the `Accept` of the range that says so. */
  readonly place: number;
  /** Whether the range names the type in full. */
  readonly named: boolean;
}

/**
 * The media ranges of an `Accept` in their order: RFC 9110, section 12.5.1. What is no media range is left
 * out, and so is a range whose weight is no number.
 *
 * @example
 * parseAccept('text/markdown, text/html;q=0.9')
 * // [{ range: 'text/markdown', weight: 1, parameters: false }, { range: 'text/html', weight: 0.9, ... }]
 */
export function parseAccept(accept: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (const member of splitOutsideQuotes(accept, ',').slice(0, edgeLimits.mediaRanges)) {
    const parts = splitOutsideQuotes(member, ';');
    // A lone star is what some clients write for everything.
    const range = parts[0] === '*' ? '*/*' : (parts[0] ?? '').toLowerCase();
    const weight = weightOf(parameterOf(parts, 'q'));
    if (!/^[^\s/]+\/[^\s/]+$/.test(range) || weight === undefined) continue;
    const others = parts.slice(1).filter((part) => !/^q\s*=/i.test(part));
    ranges.push({ range, weight, parameters: others.length > 0 });
  }
  return ranges;
}

/**
 * What the most specific of the ranges says of a media type; `undefined` when none is about it. Parameters
 * make no range more specific, and of several equal ranges the one with the highest weight counts.
 *
 * @example
 * wishFor(parseAccept('text/*;q=0.5, *\/*;q=0.1'), 'text/html') // { weight: 0.5, place: 0, named: false }
 */
export function wishFor(ranges: readonly MediaRange[], type: string): Wish | undefined {
  for (const range of [type, `${type.split('/')[0]}/*`, '*/*']) {
    let wish: Wish | undefined;
    for (const [place, one] of ranges.entries()) {
      if (one.range !== range || (wish && wish.weight >= one.weight)) continue;
      wish = { weight: one.weight, place, named: range === type };
    }
    if (wish) return wish;
  }
  return undefined;
}

/** A weight, held to 0 to 1; more decimals than the three of the grammar are taken too. */
function weightOf(value: string | undefined): number | undefined {
  if (value === undefined) return 1;
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? Math.min(Number(value), 1) : undefined;
}
