import type { Asked } from './ask.ts';
import type { RoutedRequest } from './routed.ts';

/**
 * Gives an answer to the page that waits for it, whole.
 *
 * @throws what ends its body early
 */
export async function fulfill(route: RoutedRequest, asked: Asked, response: Response): Promise<void> {
  if (response.type === 'error') throw new TypeError('the mock has dropped the connection');
  const bytes = new Uint8Array(await response.arrayBuffer());
  await route.fulfill({
    status: response.status,
    headers: headersFor(asked, response.headers),
    body: Buffer.from(bytes),
  });
}

/**
 * The headers of an answer, readable from where the page is: a mock is no place to learn what another origin allows,
 * and a page's server has to see `touchstone-operation`. An answer that says itself who may read it is left alone.
 */
function headersFor({ url, headers: sent }: Asked, answered: Headers): Record<string, string> {
  const headers = Object.fromEntries([...answered].filter(([name]) => !isFraming(name)));
  const cookies = answered.getSetCookie();
  // Playwright takes them apart at line feeds.
  if (cookies.length > 0) headers['set-cookie'] = cookies.join('\n');
  const { origin } = sent;
  if (origin === undefined || origin === url.origin || answered.has('access-control-allow-origin'))
    return headers;
  return {
    ...headers,
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': Object.keys(headers).join(', '),
    vary: [answered.get('vary'), 'Origin'].filter(Boolean).join(', '),
  };
}

/** What described the bytes on a wire; the page gets them without one. */
const isFraming = (name: string) => /^(?:content-length|transfer-encoding|connection|set-cookie)$/.test(name);

/** A page that leads on at once, and leaves no trace in the history; with the cookies of the redirect it stands for. */
export function detour(response: Response, to: URL): Response {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  // Inside a script, `<` would end it.
  const target = JSON.stringify(to.href).replaceAll('<', '\\u003c');
  return new Response(`<!doctype html><script>location.replace(${target})</script>`, { headers });
}
