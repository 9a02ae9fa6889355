import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { createConfig, ruleBody } from '../assembly/testing/token-validation.ts';

const host = 'api.example.localhost';
const mock = createMock({ origin: () => new Response('origin') });

beforeAll(async () => {
  const client = getClient(mock);
  const params = { zone_id: mock.defaults.zoneId };
  const config = await createConfig(client, params.zone_id, {
    token_sources: [
      'http.request.headers["authorization"][0]',
      'http.request.cookies["token"][1]',
      'http.request.headers["not a name"][0]',
    ],
  });
  await client.call('api-gateway.operation.create', {
    params,
    body: [
      { method: 'GET', host, endpoint: '/{a}/{b}.json' },
      { method: 'POST', host: '{any}.example.localhost', endpoint: '/x/{a}' },
      { method: 'GET', host, endpoint: '/' },
    ],
  });
  const expression = `is_jwt_valid("${config}") or http.request.uri.args["a"][0] eq "1" or http.request.cookies["x"][0] contains "y"`;
  await client.call('token-validation.rule.create', {
    params,
    body: ruleBody({ expression, selector: { include: [{ host: [host, '{any}.example.localhost'] }] } }),
  });
});

afterEach(() => vi.restoreAllMocks());

const path = fc.oneof(
  fc.webPath().map((text) => `/${text.replace(/^\/+/, '')}`),
  fc
    .array(fc.constantFrom('/', 'x', '.json', '..', '.', '%2f', '%2e', '%', '%zz', '%ff', '{a}', '//'), {
      maxLength: 12,
    })
    .map((parts) => `/${parts.join('')}`),
);

/** Characters that a header can contain. */
const headerValue = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});

const cookie = fc
  .array(fc.tuple(fc.constantFrom('token', 'x', '%zz', '', '__proto__', ' '), headerValue))
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join(';'));

describe('the edge', () => {
  it('answers every request: from the origin, with its own refusal, or that there is no such zone', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS'),
        path,
        fc.webQueryParameters(),
        fc.record({
          authorization: fc.oneof(
            headerValue,
            headerValue.map((value) => `Bearer ${value}`),
          ),
          cookie,
          'touchstone-host': fc.oneof({ weight: 4, arbitrary: fc.constant(host) }, headerValue),
        }),
        async (method, path, query, headers) => {
          const answer = await mock.edge(
            new Request(`http://localhost:4801${path}?${query}`, { method, headers }),
          );
          expect([200, 403, 421]).toContain(answer.status);
        },
      ),
      { numRuns: 1000 },
    );
    expect(logged).not.toHaveBeenCalled();
  });
});
