import { contract } from '../../spec/contract.ts';
import { type Endpoint, rootPaths } from '../../spec/endpoint.ts';
import { operationSecrets, type SecretPlaces } from '../../spec/secret.ts';

/** Which body it is: the request's or the answer's. */
export type BodySide = 'request' | 'answer';

/**
 * Secrets in bodies, by method and URL of the call. The first call reads the contract.
 *
 * @example
 * secretsOfCalls()('request', 'POST', 'https://api.example/client/v4/zones/…/token_validation/config')
 */
export function secretsOfCalls(): (side: BodySide, method: string, url: string) => SecretPlaces | undefined {
  let calls: ReturnType<typeof readContract> | undefined;
  return (side, method, url) => {
    const { pathname } = new URL(url);
    calls ??= readContract();
    return calls.find((call) => call.method === method && call.path.test(pathname))?.[side];
  };
}

/** The operations whose bodies contain secrets. */
function readContract() {
  const endpoints: readonly Endpoint[] = Object.values(contract);
  return endpoints.flatMap((endpoint) => {
    const { request, answer } = operationSecrets(endpoint);
    if (!request && !answer) return [];
    return rootPaths(endpoint).map((path) => ({
      method: endpoint.method,
      path: pathPattern(path),
      request,
      answer,
    }));
  });
}

/** Matches the end of a path, since a target may have another base path. */
function pathPattern(template: string): RegExp {
  const below = template.replace(/^\/client\/v4/, '');
  return new RegExp(`${below.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`);
}
