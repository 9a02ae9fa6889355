import type { Certainty } from '../../../spec/certainty.ts';
import { parseAccept, wishFor } from './accept.ts';

/** What an `Accept` makes of a page that can be converted. */
export interface Negotiation {
  readonly markdown: boolean;
  /** The certainty of that. */
  readonly basis: Certainty;
  /** Whether the client takes an answer of this media type as it is. */
  allows(type: string): boolean;
}

/** Of a client that does not list Markdown: the seed says that it gets the page as it is. */
const unlisted: Negotiation = { markdown: false, basis: 'seed', allows: () => true };

/**
 * Whether a client wants Markdown in the place of HTML: it does when its `Accept` lists `text/markdown`
 * (seed inference-and-conversion, What the service does), unless it gives HTML a higher weight, or Markdown
 * the weight 0 (inferred). Neither `text/*` nor a lone wildcard lists it.
 *
 * @example
 * negotiate('text/markdown, text/html;q=0.9').markdown // true
 * negotiate('text/html, text/markdown;q=0.9').markdown // false
 */
export function negotiate(accept: string | null): Negotiation {
  if (accept === null || !/text\/markdown/i.test(accept)) return unlisted;
  const ranges = parseAccept(accept);
  const listed = ranges.filter(({ range }) => range === 'text/markdown');
  const html = wishFor(ranges, 'text/html')?.weight ?? 0;
  const weight = Math.max(0, ...listed.map((one) => one.weight));
  const markdown = weight > 0 && weight >= html;
  // The seed speaks of listing it, not of weights against it and not of other parameters.
  const plain = markdown && listed.some((one) => one.weight === weight && !one.parameters);
  return {
    markdown,
    basis: plain ? 'seed' : 'inferred',
    allows: (type) => (wishFor(ranges, type)?.weight ?? 0) > 0,
  };
}
