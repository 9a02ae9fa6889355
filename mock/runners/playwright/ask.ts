import type { MockNetwork } from '../../handlers.ts';
import type { FindDestination } from '../handlers/destination.ts';

/** A complete request of a page, which can be sent again to the target of a redirect. */
export interface Asked {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

/** Maximum number of redirects, as in browsers. */
const longestChain = 20;

/** Calls the plane of a URL. @throws TypeError if it belongs to none */
export async function askOnce(
  mock: MockNetwork,
  find: FindDestination,
  asked: Asked,
  signal: AbortSignal,
): Promise<Response> {
  const destination = find(asked.url);
  if (destination === undefined) throw new TypeError(`${asked.url.href} does not belong to the mock`);
  const { method, headers, body } = asked;
  const request = new Request(destination.url, {
    method,
    headers,
    signal,
    ...(body === undefined || /^(?:get|head)$/i.test(method) ? {} : { body }),
  });
  return destination.plane === 'api' ? mock.fetch(request) : mock.edge(request);
}

/**
 * Calls the mock and follows redirects within it: Playwright does not route the target of a redirect, so the browser
 * would look for it on the network. The result is the last answer, with the cookies of earlier ones of the same host.
 */
export async function askAndFollow(
  mock: MockNetwork,
  find: FindDestination,
  asked: Asked,
  signal: AbortSignal,
): Promise<Response> {
  const cookies: string[] = [];
  let current = asked;
  for (let step = 0; ; step++) {
    const response = await askOnce(mock, find, current, signal);
    const next = redirected(current, response);
    if (next === undefined || find(next.url) === undefined) return withCookies(response, cookies);
    if (step === longestChain)
      throw new TypeError(`${asked.url.href} redirects more than ${longestChain} times`);
    if (current.url.host === asked.url.host) cookies.push(...response.headers.getSetCookie());
    await response.body?.cancel();
    current = next;
  }
}

/** The next request after a redirect, as a browser sends it (Fetch, HTTP-redirect fetch). */
export function redirected(asked: Asked, response: Response): Asked | undefined {
  const location = response.headers.get('location');
  if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return undefined;
  if (!URL.canParse(location, asked.url)) return undefined;
  const url = new URL(location, asked.url);
  if (url.hash === '') url.hash = asked.url.hash;
  const { status } = response;
  const toGet =
    status === 303 ? !/^(?:GET|HEAD)$/.test(asked.method) : status < 303 && asked.method === 'POST';
  const leaves = url.origin !== asked.url.origin;
  const headers = Object.entries(asked.headers).filter(
    ([name]) => !(toGet && /^content-/i.test(name)) && !(leaves && /^(?:authorization|cookie)$/i.test(name)),
  );
  return {
    url,
    method: toGet ? 'GET' : asked.method,
    headers: Object.fromEntries(headers),
    body: toGet ? undefined : asked.body,
  };
}

function withCookies(response: Response, cookies: readonly string[]): Response {
  if (cookies.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  const { body, status, statusText } = response;
  return new Response(body, { status, statusText, headers });
}
