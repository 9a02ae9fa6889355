/** The part of a token configuration that the page shows. */
export interface Configuration {
  readonly id: string;
  readonly title: string;
  readonly credentials: { readonly keys: readonly { readonly kid: string; readonly alg: string }[] };
}

const zone = 'https://api.example.com/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353';
// A real page calls its own backend, which keeps the token secret. This is the public token of the mock.
const headers = {
  authorization: 'Bearer touchstone-full-access-token-0000000001',
  'content-type': 'application/json',
};

async function call<Result>(path: string, init: RequestInit = {}): Promise<Result> {
  const answer = await fetch(`${zone}/${path}`, { ...init, headers });
  const { result, errors } = await answer.json();
  if (!answer.ok) throw new Error(errors[0].message);
  return result;
}

/** The token configurations of the zone. */
export const listConfigurations = () => call<Configuration[]>('token_validation/config');

/** Creates a token configuration with a new key. The private key never leaves the page. */
export async function createConfiguration(title: string): Promise<Configuration> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  return call('token_validation/config', {
    method: 'POST',
    body: JSON.stringify({
      title,
      description: 'Made on the page',
      token_type: 'jwt',
      token_sources: ['http.request.headers["authorization"][0]'],
      credentials: { keys: [{ kty, crv, x, y, kid: 'key-1', alg: 'ES256' }] },
    }),
  });
}
