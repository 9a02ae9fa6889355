import { concatBytes } from '@noble/hashes/utils.js';
/** A test server's response to each request, by method and path with its query. */
export type FakeAnswers = Readonly<Record<string, FakeAnswer | readonly FakeAnswer[]>>;

type FakeAnswer = Response | string | Uint8Array<ArrayBuffer> | (() => Promise<Response> | Response);

/** A received request. */
interface SentRequest {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

const encoder = new TextEncoder();

/** A packet of text, or of bytes after their band number. */
export function pkt(data: string | Uint8Array, band?: number): Uint8Array<ArrayBuffer> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  const head = band === undefined ? [] : [band];
  const length = 4 + head.length + bytes.length;
  return concatBytes(encoder.encode(length.toString(16).padStart(4, '0')), Uint8Array.from(head), bytes);
}

/** Markers and lines, each line as a packet; bytes are complete packets. */
export const wire = (...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  concatBytes(
    ...parts.map((part) =>
      typeof part !== 'string' ? part : /^000[012]$/.test(part) ? encoder.encode(part) : pkt(part),
    ),
  );

/**
 * A `fetch` with canned responses that records its requests. A response for a URL without its query applies too. Text
 * and bytes get the media type of the path.
 */
export function fakeServer(answers: FakeAnswers): { fetch: typeof fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const answered = new Map<string, number>();
  const answer = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = String(input);
    const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : '';
    sent.push({ url, headers: new Headers(init.headers), body });
    const path = new URL(url).pathname;
    const configured = answers[url] ?? answers[path];
    const place = answered.get(path) ?? 0;
    answered.set(path, place + 1);
    const one = Array.isArray(configured) ? configured[place] : configured;
    if (one === undefined) return new Response('not found', { status: 404 });
    if (typeof one === 'function') return one();
    if (one instanceof Response) return one;
    const type = path.endsWith('/info/refs') ? 'advertisement' : 'result';
    return new Response(one, { headers: { 'content-type': `application/x-git-upload-pack-${type}` } });
  };
  // Bun adds a function to `fetch` that no test calls.
  return { fetch: answer as typeof fetch, sent };
}
