import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { MarkdownCase, pageCodings } from '../spec/vectors/markdown.ts';
import { isCase, type NamedCase, readBody, readCase } from '../suites/markdown/cases.ts';

type Coding = (typeof pageCodings)[number];

/** An answer of the fixture site. */
export interface SiteAnswer {
  readonly status: number;
  /** Names in lower case; several values become several fields. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly body: Uint8Array;
  /** Whether to send it in chunks, without a length. */
  readonly chunked?: boolean;
}

const encode: Readonly<Record<Coding, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gzipSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
};

/**
 * Returns the page of a case in `fixtures/markdown`, as its `case.json` describes it; undefined for any other path.
 *
 * @param path such as `/markdown/headers-two-cookies/any/path`
 * @param asked request headers, names in lower case
 *
 * @example
 * fixturePage('/markdown/headers-two-cookies/', {})?.headers.get('set-cookie') // ['a=1; Path=/', 'b=2; Secure']
 */
export function fixturePage(
  path: string,
  asked: Readonly<Record<string, string | string[] | undefined>>,
): SiteAnswer | undefined {
  const name = /^\/markdown\/([a-z0-9-]+)\//.exec(path)?.[1];
  if (name === undefined || !isCase(name)) return undefined;
  const item = readCase(name);
  const { origin } = item;
  const headers = getHeaders(origin);
  if (origin.conditional && isUnchanged(headers, asked)) {
    return { status: 304, headers, body: new Uint8Array() };
  }
  const whole = encodedBody(item);
  const range = origin.ranges ? getRange(asked['range'], whole.length) : undefined;
  if (range) {
    const [from, to] = range;
    headers.set('content-range', [`bytes ${from}-${to}/${whole.length}`]);
    return { status: 206, headers, body: whole.subarray(from, to + 1) };
  }
  return { status: origin.status, headers, body: whole, chunked: origin.length === 'chunked' };
}

function getHeaders(origin: MarkdownCase['origin']): Map<string, readonly string[]> {
  const headers = new Map<string, readonly string[]>([
    ['content-type', ['text/html; charset=utf-8']],
    ['cache-control', ['no-store']],
  ]);
  if (origin.encoding.length > 0) headers.set('content-encoding', [origin.encoding.join(', ')]);
  if (origin.ranges) headers.set('accept-ranges', ['bytes']);
  for (const [header, value] of Object.entries(origin.headers)) {
    if (value === null) headers.delete(header);
    else headers.set(header, [value].flat());
  }
  return headers;
}

const encodedBody = (item: NamedCase): Uint8Array =>
  item.origin.encoding.reduce<Uint8Array>((bytes, coding) => encode[coding](bytes), readBody(item));

/** RFC 9110, section 13.2.2, as far as the cases need it: `If-None-Match` takes precedence over `If-Modified-Since`. */
function isUnchanged(
  headers: ReadonlyMap<string, readonly string[]>,
  asked: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  const tag = headers.get('etag')?.[0];
  const wanted = asked['if-none-match'];
  if (wanted !== undefined) return tag !== undefined && [wanted].flat().join(',').includes(tag);
  const since = asked['if-modified-since'];
  const modified = headers.get('last-modified')?.[0];
  return typeof since === 'string' && modified !== undefined && Date.parse(modified) <= Date.parse(since);
}

/** First and last byte of an open-ended range; undefined without a range. */
function getRange(header: string | string[] | undefined, length: number): [number, number] | undefined {
  const found = /^bytes=(\d+)-(\d*)$/.exec(String(header ?? ''));
  if (!found) return undefined;
  const last = found[2] ? Number(found[2]) : length - 1;
  return [Number(found[1]), Math.min(last, length - 1)];
}
