import { createClient } from '../../spec/client.ts';
import { isObject } from './assertions.ts';
import { TargetError } from './errors.ts';
import type { Target } from './target.ts';
import { unreachable } from './transport.ts';

/**
 * Asks a target for its zone once, to learn whether anybody answers, and the name of the zone.
 *
 * @param timeout milliseconds
 * @throws TargetError in one line when nobody answers, or when nobody says the zone's name.
 */
export async function probe(
  target: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<string> {
  const client = createClient({
    baseUrl: target.api,
    headers: target.credentials.get('full') ?? {},
    fetch: (request) => doFetch(new Request(request, { signal: AbortSignal.timeout(timeout) })),
  });
  let body: unknown;
  try {
    ({ body } = await client.send({ method: 'GET', path: `/zones/${target.zoneId}` }));
  } catch (cause) {
    throw new TargetError(
      'target-unreachable',
      `Nobody answers at ${target.api}: ${unreachable(cause, timeout)}`,
      {
        cause,
      },
    );
  }
  if (target.zoneName !== null) return target.zoneName;
  const result = isObject(body) ? body['result'] : undefined;
  const name = isObject(result) ? result['name'] : undefined;
  if (typeof name === 'string' && name !== '') return name;
  throw new TargetError(
    'target-incomplete',
    `The target ${target.api} does not tell the name of zone ${target.zoneId}: give it (--zone-name or TOUCHSTONE_ZONE_NAME)`,
  );
}
