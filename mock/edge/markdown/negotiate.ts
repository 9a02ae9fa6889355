import type { Certainty } from '../../../spec/certainty.ts';
import { edgeLimits } from '../../../spec/limits.ts';
import type { ZoneRequest } from '../zone-request.ts';
import { type Coding, canDecode } from './content-coding.ts';
import { getParameter, splitOutsideQuotes } from './converted-headers.ts';

/** The result of negotiating an `Accept` for a page that can be converted. */
export interface Negotiation {
  readonly markdown: boolean;
  /** The certainty of that result. */
  readonly basis: Certainty;
  /** Whether the client accepts a media type unconverted. */
  allows(type: string): boolean;
}

/** For a client that does not list Markdown: the seed says that it gets the page as it is. */
const unlisted: Negotiation = { markdown: false, basis: 'seed', allows: () => true };

/**
 * Whether a client prefers Markdown to HTML. It does when its `Accept` lists `text/markdown` (seed
 * inference-and-conversion, What the service does), unless HTML has a higher weight or Markdown the weight 0
 * (inferred). Neither `text/*` nor a lone wildcard lists it.
 *
 * @param weighs whether a higher weight of HTML counts
 *
 * @example
 * negotiate('text/markdown, text/html;q=0.9').markdown // true
 * negotiate('text/html, text/markdown;q=0.9').markdown // false
 */
export function negotiate(accept: string | null, weighs = true): Negotiation {
  if (accept === null || !/text\/markdown/i.test(accept)) return unlisted;
  const ranges = parseAccept(accept);
  const listed = ranges.filter(({ range }) => range === 'text/markdown');
  const html = weighs ? (preferenceFor(ranges, 'text/html')?.weight ?? 0) : 0;
  const weight = Math.max(0, ...listed.map((one) => one.weight));
  const markdown = weight > 0 && weight >= html;
  // The seed only says that the client lists it; it says nothing about weights or other parameters.
  const plain = markdown && listed.some((one) => one.weight === weight && !one.parameters);
  return {
    markdown,
    basis: plain ? 'seed' : 'inferred',
    allows: (type) => (preferenceFor(ranges, type)?.weight ?? 0) > 0,
  };
}

/** One media range of an `Accept`. */
export interface MediaRange {
  /** In lower case, as in `text/markdown`, `text/*` or `*\/*`. */
  readonly range: string;
  /** From 0, not acceptable, to 1. */
  readonly weight: number;
  /** Whether it has parameters other than its weight. */
  readonly parameters: boolean;
}

/** The client's preference for a media type. */
export interface Preference {
  readonly weight: number;
  /** Position of the matching range in the `Accept`. */
  readonly place: number;
  /** Whether the range names the full type. */
  readonly named: boolean;
}

/**
 * The media ranges of an `Accept` in their order: RFC 9110, section 12.5.1. Leaves out anything that is no media range,
 * and any range whose weight is no number.
 *
 * @example
 * parseAccept('text/markdown, text/html;q=0.9')
 * // [{ range: 'text/markdown', weight: 1, parameters: false }, { range: 'text/html', weight: 0.9, ... }]
 */
export function parseAccept(accept: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (const member of splitOutsideQuotes(accept, ',').slice(0, edgeLimits.mediaRanges)) {
    const parts = splitOutsideQuotes(member, ';');
    // Some clients write a lone star for everything.
    const range = parts[0] === '*' ? '*/*' : (parts[0] ?? '').toLowerCase();
    const weight = getWeight(getParameter(parts, 'q'));
    if (!/^[^\s/]+\/[^\s/]+$/.test(range) || weight === undefined) continue;
    const others = parts.slice(1).filter((part) => !/^q\s*=/i.test(part));
    ranges.push({ range, weight, parameters: others.length > 0 });
  }
  return ranges;
}

/**
 * The weight of a media type by the most specific range; `undefined` when no range matches it. Parameters don't make a
 * range more specific; of equal ranges, the highest weight counts.
 *
 * @example
 * preferenceFor(parseAccept('text/*;q=0.5, *\/*;q=0.1'), 'text/html') // { weight: 0.5, place: 0, named: false }
 */
export function preferenceFor(ranges: readonly MediaRange[], type: string): Preference | undefined {
  for (const range of [type, `${type.split('/')[0]}/*`, '*/*']) {
    let preference: Preference | undefined;
    for (const [place, one] of ranges.entries()) {
      if (one.range !== range || (preference && preference.weight >= one.weight)) continue;
      preference = { weight: one.weight, place, named: range === type };
    }
    if (preference) return preference;
  }
  return undefined;
}

/** Clamps a weight to 0 to 1; allows more decimals than the three of the grammar. */
function getWeight(value: string | undefined): number | undefined {
  if (value === undefined) return 1;
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? Math.min(Number(value), 1) : undefined;
}

/**
 * Headers that would lead to a part of a page or to a 304: both are about the page, not its Markdown. Seed
 * inference-and-conversion, Conversion response.
 */
const conditions = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
];

/** Whether a request is conditional or has a range. */
export const isConditional = (request: Pick<ZoneRequest, 'header'>): boolean =>
  conditions.some((name) => request.header(name) !== undefined);

/**
 * Prepares the headers for the origin of a request whose answer will be converted: removes conditions, ranges, and
 * content codings that can't be decoded. All others stay, `Accept` too.
 */
export function asForPage(headers: Headers): void {
  for (const name of conditions) headers.delete(name);
  const codings = headers.get('accept-encoding');
  if (codings === null) return;
  const kept = codings.split(',').filter((part) => isDecodable(part.split(';')[0] ?? ''));
  headers.set('accept-encoding', kept.length > 0 ? kept.map((part) => part.trim()).join(', ') : 'identity');
}

const decodable: ReadonlySet<string> = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);

function isDecodable(coding: string): boolean {
  const name = coding.trim().toLowerCase();
  if (name === 'identity') return true;
  return decodable.has(name) && canDecode(name.replace('x-', '') as Coding);
}
