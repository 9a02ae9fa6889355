import { type Coding, canDecode } from './content-coding.ts';

/**
 * What would lead to a part of a page, or to the word that the client has it already: both are of the page,
 * and not of its Markdown. Seed inference-and-conversion, Conversion response.
 */
const conditions = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
];

/**
 * Changes the headers of a request whose answer will be converted, for its origin: without conditions and
 * ranges, and without content codings that can't be undone. Everything else, `Accept` too, stays.
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
