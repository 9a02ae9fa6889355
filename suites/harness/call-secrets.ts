import { contract } from '../../spec/contract.ts';
import { type Endpoint, rootPaths } from '../../spec/endpoint.ts';
import { operationSecrets, type SecretPlaces } from '../../spec/secret.ts';

/** Whose body it is: that of the request, or that of the answer. */
export type BodySide = 'request' | 'answer';

/**
 * Where bodies have secrets, by method and URL of the call. The contract is read for the first one.
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

/** The operations that have secrets in a body. */
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

/** What a path ends in: a target may have another base path. */
function pathPattern(template: string): RegExp {
  const below = template.replace(/^\/client\/v4/, '');
  return new RegExp(`${below.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`);
}
