import { createClient } from '../../spec/client.ts';
import type { Feature } from '../../spec/requirement.ts';
import { headersFor } from './needed/service-headers.ts';
import type { Target } from './target.ts';

/**
 * The target with those of the needed features that it has without saying so, found by asking it.
 *
 * `browser` is there when a picture of a small page is answered, and when that fails for any reason but that there
 * is no browser or no such operation: tests then say what is wrong.
 *
 * @param patience milliseconds that the target has to start its browser and to take a first picture
 */
export async function withAskedFeatures(
  target: Target,
  needed: ReadonlySet<Feature>,
  doFetch: (request: Request) => Promise<Response>,
  patience: number,
): Promise<Target> {
  if (!needed.has('browser') || target.features.has('browser') || target.accountId === null) return target;
  const path = `/accounts/${target.accountId}/browser-rendering/screenshot`;
  const usual = target.credentials.get('full') ?? {};
  const client = createClient({
    baseUrl: target.api,
    headers: headersFor(`${target.api}${path}`, usual, target.given.headers),
    fetch: (request) => doFetch(new Request(request, { signal: AbortSignal.timeout(patience) })),
  });
  const body = JSON.stringify({ html: '<p></p>', viewport: { width: 16, height: 16 } });
  const headers = { 'content-type': 'application/json' };
  const status = await client.send({ method: 'POST', path, headers, body }).then(
    (reply) => reply.status,
    () => 0,
  );
  return lacking.has(status) ? target : { ...target, features: new Set([...target.features, 'browser']) };
}

/** No such operation, not implemented, no browser; the v4 gateway answers 400 where nothing is routed. */
const lacking: ReadonlySet<number> = new Set([400, 404, 405, 501, 503]);
