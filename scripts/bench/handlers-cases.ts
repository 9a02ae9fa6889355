import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';
import type { Mock } from '../../mock/index.ts';

/** One kind of request, and what a test would write by hand to have it answered. */
export interface HandlersCase {
  readonly name: string;
  /** A fresh request; each is used once. */
  readonly request: () => Request;
  readonly method: 'get' | 'post';
  readonly url: string;
  /** What the hand-written handler does before it answers the same bytes: undefined where it looks at nothing. */
  readonly check?: (request: Request) => Promise<boolean>;
}

const host = 'api.example.localhost';
const api = 'http://api.cloudflare.com/client/v4';

/** The requests that are measured, on a mock that is ready for them. */
export async function handlersCases(mock: Mock): Promise<HandlersCase[]> {
  const { apiToken, zoneId } = mock.defaults;
  const headers = { authorization: `Bearer ${apiToken}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const get = (name: string, url: string): HandlersCase => ({
    name,
    method: 'get',
    url,
    request: () => new Request(url, { headers }),
  });
  const zones = `${api}/zones`;
  const account = { id: mock.defaults.accountId };
  let count = 0;
  return [
    get('GET of a zone', `${api}/zones/${zoneId}`),
    get('GET of a list of 20', `${api}/zones/${zoneId}/api_gateway/operations?per_page=20`),
    {
      name: 'POST that creates',
      method: 'post',
      url: zones,
      request: () => {
        const body = JSON.stringify({ name: `zone-${count++}.example.localhost`, account, type: 'full' });
        return new Request(zones, { method: 'POST', headers: json, body });
      },
      check: async (request) => typeof (await request.json()).name === 'string',
    },
    await edgeCase(mock, api, json),
  ];
}

/** Zone traffic that a token validation rule lets through; by hand, what `jose` finds valid. */
async function edgeCase(mock: Mock, base: string, headers: Record<string, string>): Promise<HandlersCase> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'ES256' };
  const token = await new SignJWT({ sub: 'user-1' })
    .setProtectedHeader({ alg: 'ES256', kid: 'bench' })
    .setExpirationTime('1d')
    .sign(privateKey);
  const create = async (path: string, body: unknown) => {
    const url = `${base}/zones/${mock.defaults.zoneId}/${path}`;
    const answer = await mock.fetch(
      new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    const { result, errors } = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(errors)}`);
    return result;
  };
  const endpoints = ['orders', ...Array.from({ length: 24 }, (_, index) => `things${index}`)];
  await create(
    'api_gateway/operations',
    endpoints.map((name) => ({ method: 'GET', host, endpoint: `/${name}/{var1}` })),
  );
  const { id } = await create('token_validation/config', {
    title: 'Bench',
    description: 'Tokens of the benchmark',
    token_sources: ['http.request.headers["authorization"][0]'],
    token_type: 'JWT',
    credentials: { keys: [key] },
  });
  await create('token_validation/rules', {
    title: 'Bench',
    description: 'Guards the orders',
    action: 'block',
    enabled: true,
    expression: `is_jwt_valid("${id}")`,
    selector: { include: [{ host: [host] }] },
  });
  const keys = createLocalJWKSet({ keys: [key] });
  const url = `http://${host}/orders/1`;
  const bearer = `Bearer ${token}`;
  return {
    name: 'Zone traffic behind a JWT rule',
    method: 'get',
    url,
    request: () => new Request(url, { headers: { authorization: bearer } }),
    check: async (request) => {
      const given = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
      return (await jwtVerify(given, keys)).payload.sub === 'user-1';
    },
  };
}
