import { createClient } from '../../spec/client.ts';
import type { Feature } from '../../spec/requirement.ts';
import { headersFor } from './needed/service-headers.ts';
import { fetchInTime } from './sending.ts';
import type { Target } from './target.ts';

/**
 * Probes the target for needed features that its description leaves out, and returns the target with those it has.
 *
 * `browser` counts as present when a screenshot of a small page succeeds, and when it fails for any reason other than a
 * missing browser or operation: the tests then report what is wrong.
 *
 * @param patience milliseconds that the target may take to start its browser and to take the first screenshot
 */
export async function withProbedFeatures(
  target: Target,
  needed: ReadonlySet<Feature>,
  doFetch: (request: Request) => Promise<Response>,
  patience: number,
): Promise<Target> {
  if (!needed.has('browser') || target.features.has('browser')) return target;
  if (!target.hasApi || target.accountId === null) return target;
  const path = `/accounts/${target.accountId}/browser-rendering/screenshot`;
  const usual = target.credentials.get('full') ?? {};
  const client = createClient({
    baseUrl: target.api,
    headers: headersFor(`${target.api}${path}`, usual, target.given.headers),
    fetch: fetchInTime(doFetch, patience),
  });
  const body = JSON.stringify({ html: '<p></p>', viewport: { width: 16, height: 16 } });
  const headers = { 'content-type': 'application/json' };
  const status = await client.send({ method: 'POST', path, headers, body }).then(
    (reply) => reply.status,
    () => 0,
  );
  return lacking.has(status) ? target : { ...target, features: new Set([...target.features, 'browser']) };
}

/** No such operation, not implemented, no browser. The v4 gateway answers 400 for paths without a route. */
const lacking: ReadonlySet<number> = new Set([400, 404, 405, 501, 503]);
