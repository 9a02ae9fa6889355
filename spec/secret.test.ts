import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import type { Endpoint } from './endpoint.ts';
import { isSecretName, operationSecrets, type SecretPlaces, secret, secretPlaces } from './secret.ts';

/** The places as paths, in which `*` is any member or item. */
function getPaths(places: SecretPlaces | undefined, path = ''): string[] {
  if (!places) return [];
  if (places.whole) return [path];
  return [
    ...[...(places.members ?? [])].flatMap(([name, inner]) => getPaths(inner, `${path}/${name}`)),
    ...getPaths(places.each, `${path}/*`),
  ];
}

describe('secretPlaces', () => {
  it('finds marks in members, records, lists and alternatives', () => {
    const schema = z.object({
      plain: z.string(),
      one: secret(z.string().min(1)).nullable().optional(),
      headers: z.record(z.string(), secret(z.string())),
      list: z.array(z.union([z.object({ a: secret(z.string()) }), z.object({ b: z.string() })])),
    });
    expect(getPaths(secretPlaces(schema))).toEqual(['/one', '/headers/*', '/list/*/a']);
  });

  it('finds no marks in a schema without them', () => {
    expect(secretPlaces(z.object({ a: z.array(z.string()) }))).toBeUndefined();
  });
});

describe('the contract', () => {
  it('marks these members as secret', () => {
    const marked = Object.entries<Endpoint>(contract).flatMap(([id, endpoint]) => {
      const { request, answer } = operationSecrets(endpoint);
      const paths = [...getPaths(request), ...getPaths(answer)];
      return paths.length === 0 ? [] : [`${id.split('.')[0]} ${paths.join(' ')}`];
    });
    expect([...new Set(marked)].sort()).toMatchInlineSnapshot(`
      [
        "ai-gateway /headers /result/headers",
        "ai-gateway /otel/*/headers/* /result/otel/*/headers/*",
        "ai-gateway /result/*/headers",
        "ai-gateway /result/*/otel/*/headers/*",
        "ai-gateway /result/headers",
        "ai-gateway /result/otel/*/headers/*",
        "ai-gateway /secret",
        "artifacts /result/plaintext",
        "artifacts /result/token",
        "browser-rendering /authenticate/password /cookies/*/value /setExtraHTTPHeaders/*",
        "custom-hostnames /ssl/custom_cert_bundle/*/custom_key /ssl/custom_key",
        "token-validation /credentials/keys/*/k",
        "token-validation /keys/*/k",
        "touchstone /*/api_token",
        "touchstone /api_token",
        "touchstone /api_token /read_token /gateway_token /api_key /auth_key_secret",
      ]
    `);
  });

  it('has no header for a token that is not known as a secret', () => {
    const names = Object.values<Endpoint>(contract).flatMap(({ tokenHeaders = [] }) => tokenHeaders);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isSecretName(name))).toEqual([]);
  });
});

describe('isSecretName', () => {
  it.each([
    'Authorization',
    'Proxy-Authorization',
    'cf-aig-authorization',
    'CF-Access-Client-Id',
    'CF-Access-Client-Secret',
    'cf-access-token',
    'cf-access-jwt-assertion',
    'X-Auth-Key',
    'X-Auth-User-Service-Key',
    'x-api-key',
    'api-key',
    'x-goog-api-key',
    'X-Custom-Auth-Key',
    'X-Worker-Secret',
    'X-Amz-Security-Token',
    'X-Amz-Signature',
    'Cookie',
    'Set-Cookie',
    'access_token',
    'api_key',
    'key',
    'sig',
    'client_secret',
  ])('knows %s', (name) => expect(isSecretName(name)).toBe(true));

  it.each([
    'Accept',
    'X-Auth-Email',
    'cf-aig-cache-key',
    'cf-aig-gateway-id',
    'Idempotency-Key',
    'Sec-WebSocket-Key',
    'touchstone-host',
    'max_tokens',
    'page',
  ])('leaves %s', (name) => expect(isSecretName(name)).toBe(false));
});
