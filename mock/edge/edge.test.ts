// Long: what befalls one request, from its zone to the origin and the journal, on shared helpers.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Selector } from '../../spec/services/token-validation/schemas.ts';
import { securityEventSchema } from '../../spec/services/touchstone/schemas.ts';
import type { Peer } from '../app.ts';
import { createMock } from '../create-mock.ts';
import { makeToken, type TokenPlan } from '../engines/jwt/testing/test-keys.ts';
import type { MockOptions } from '../options.ts';
import { clientOf } from '../testing/test-client.ts';
import { createConfig, key, type RuleBody, ruleBody } from '../testing/token-validation.ts';
import { OriginTimeoutError } from './origin/origin-timeout.ts';

const host = 'api.example.localhost';
const now = Date.UTC(2030, 0, 1);
const seconds = now / 1000;
const header = 'http.request.headers["authorization"][0]';
const keys = [key('p256', 'key-1', 'ES256')];

const token = (payload: object = {}, more: Partial<TokenPlan> = {}) =>
  makeToken({ key: 'p256', alg: 'ES256', header: { alg: 'ES256', kid: 'key-1' }, payload, ...more });

async function start(options: MockOptions = {}) {
  const mock = createMock({ origin: (request) => new Response(`origin ${request.method}`), ...options });
  mock.clock.freeze(now);
  const client = clientOf(mock);
  const zone_id = mock.defaults.zoneId;
  const [orders, login] = (
    await client.call('api-gateway.operation.create', {
      params: { zone_id },
      body: [
        { method: 'GET', host, endpoint: '/orders' },
        { method: 'GET', host, endpoint: '/login' },
      ],
    })
  ).body.result.map(({ operation_id }) => operation_id);
  const config = (token_sources = [header], credentials = { keys }) =>
    createConfig(client, zone_id, { token_sources, credentials });
  const rule = async (more: Partial<RuleBody>) => {
    const body = ruleBody({ selector: { include: [{ host: [host] }] }, ...more });
    const reply = await client.call('token-validation.rule.create', { params: { zone_id }, body });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.result.id;
  };
  const ask = (path = '/orders', headers: Record<string, string> = {}, init: RequestInit = {}) =>
    mock.edge(new Request(`http://${host}${path}`, { headers, ...init }));
  const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
  return { mock, client, zone_id, orders, login, config, rule, ask, bearer };
}

afterEach(() => vi.restoreAllMocks());

describe('the zone of a request', () => {
  it('is chosen by its host, below which every name belongs to it', async () => {
    const { mock } = await start();
    for (const name of ['example.localhost', 'api.example.localhost', 'A.B.example.localhost:4801']) {
      expect((await mock.edge(new Request(`http://${name}/`))).status).toBe(200);
    }
  });

  it('is none for any other host, which is answered 421', async () => {
    const { mock } = await start();
    const answer = await mock.edge(new Request('http://other.test/'));
    expect(answer.status).toBe(421);
    expect(await answer.text()).toContain('other.test belongs to no zone of this mock.');
  });

  it('is named by touchstone-host from this machine only, and the origin never sees that', async () => {
    const seen: Headers[] = [];
    const { mock } = await start({
      origin: (request) => {
        seen.push(request.headers);
        return new Response();
      },
    });
    const request = () =>
      new Request('http://localhost:4801/x', {
        method: 'POST',
        body: 'text',
        headers: { 'touchstone-host': host, 'x-other': '1' },
      });
    expect((await mock.edge(request())).status).toBe(200);
    expect((await mock.edge(request(), { address: '127.0.0.1', loopback: true })).status).toBe(200);
    expect((await mock.edge(request(), { address: '192.0.2.7', loopback: false })).status).toBe(421);
    expect(seen.map((headers) => [headers.has('touchstone-host'), headers.get('x-other')])).toEqual([
      [false, '1'],
      [false, '1'],
    ]);
  });

  it('gets the method, body and path of a request that named it by header', async () => {
    const { mock } = await start({
      origin: async (request, { host }) =>
        new Response(`${host} ${request.method} ${new URL(request.url).pathname} ${await request.text()}`),
    });
    const init = { method: 'PUT', body: 'text', headers: { 'touchstone-host': host } };
    const answer = await mock.edge(new Request('http://localhost/a/b', init));
    expect(await answer.text()).toBe(`${host} PUT /a/b text`);
  });

  it('lets everything pass unchecked and unrecorded while it is paused', async () => {
    const { mock, client, zone_id, config, rule, ask } = await start();
    await rule({ expression: `is_jwt_valid("${await config()}")` });
    expect((await ask()).status).toBe(403);
    await client.call('zones.zone.edit', { params: { zone_id }, body: { paused: true } });
    expect((await ask()).status).toBe(200);
    expect(mock.events()).toHaveLength(1);
  });
});

describe('a token', () => {
  const judged = async (value: string | undefined, expression: 'valid' | 'present' = 'valid') => {
    const { config, rule, ask } = await start();
    await rule({ expression: `is_jwt_${expression}("${await config()}")` });
    return (await ask('/orders', value === undefined ? {} : { authorization: value })).status === 200;
  };

  it.each([
    ['with Bearer and one space', (good: string) => `Bearer ${good}`, true],
    ['without a prefix', (good: string) => good, true],
    ['with bearer in lower case', (good: string) => `bearer ${good}`, false],
    ['with Bearer and a colon', (good: string) => `Bearer: ${good}`, false],
    ['with Bearer and two spaces', (good: string) => `Bearer  ${good}`, false],
    ['with Bearer and a tab', (good: string) => `Bearer\t${good}`, false],
    ['with Bearer and no space', (good: string) => `Bearer${good}`, false],
    ['with another scheme', (good: string) => `Basic ${good}`, false],
  ])('%s is valid: %s', async (_, value, valid) => {
    expect(await judged(value(await token()))).toBe(valid);
  });

  it.each([
    [undefined, false],
    ['', false],
    ['Bearer', false],
    ['Basic dXNlcjpwYXNz', false],
    ['garbage', true],
    ['Bearer garbage', true],
    ['some garbage of words', true],
  ])('%j counts as present: %s', async (value, present) => {
    expect(await judged(value, 'present')).toBe(present);
  });

  it('is checked with no leeway unless one is given', async () => {
    const late = await token({ exp: seconds - 30 });
    const early = await token({ nbf: seconds + 30 });
    for (const [leewaySeconds, status] of [
      [undefined, 403],
      [0, 403],
      [29, 403],
      [60, 200],
    ] as const) {
      const { config, rule, ask, bearer } = await start({ leewaySeconds });
      await rule({ expression: `is_jwt_valid("${await config()}")` });
      expect((await ask('/orders', bearer(late))).status).toBe(status);
      expect((await ask('/orders', bearer(early))).status).toBe(status);
    }
  });

  it('expires by the clock of the mock, and is valid again when that is set back', async () => {
    const { mock, config, rule, ask, bearer } = await start();
    await rule({ expression: `is_jwt_valid("${await config()}")` });
    const headers = bearer(await token({ exp: seconds + 60, nbf: seconds - 60 }));
    expect((await ask('/orders', headers)).status).toBe(200);
    mock.clock.advance(60);
    expect((await ask('/orders', headers)).status).toBe(403);
    mock.clock.freeze(now);
    expect((await ask('/orders', headers)).status).toBe(200);
    mock.clock.freeze(now - 61_000);
    expect((await ask('/orders', headers)).status).toBe(403);
  });

  it('is looked for in the sources in order, and one valid token suffices', async () => {
    const good = await token();
    const sources = ['http.request.headers["x-first"][0]', 'http.request.cookies["second"][0]'];
    const { mock, config, rule, ask } = await start();
    await rule({ expression: `is_jwt_valid("${await config(sources)}")` });
    for (const headers of [
      { 'x-first': good },
      { cookie: `second=${good}` },
      { 'x-first': 'garbage', cookie: `second=${good}` },
      { 'x-first': good, cookie: 'second=garbage' },
    ] as Record<string, string>[]) {
      expect((await ask('/orders', headers)).status).toBe(200);
    }
    expect(mock.events()).toEqual([]);
    const [first = '', second = ''] = [good.slice(0, 80), good.slice(80)];
    expect((await ask('/orders', { 'x-first': first, cookie: `second=${second}` })).status).toBe(403);
  });

  it('is judged by the keys and sources that the configuration has now', async () => {
    const { client, zone_id, config, rule, ask } = await start();
    const config_id = await config();
    await rule({ expression: `is_jwt_valid("${config_id}")` });
    const headers = { authorization: await token(), 'x-other': await token() };
    expect((await ask('/orders', headers)).status).toBe(200);
    await client.call('token-validation.credentials.replace', {
      params: { zone_id, config_id },
      body: { keys: [key('p256Other', 'key-1', 'ES256')] },
    });
    expect((await ask('/orders', headers)).status).toBe(403);
    await client.call('token-validation.credentials.edit', {
      params: { zone_id, config_id },
      body: { keys },
    });
    expect((await ask('/orders', headers)).status).toBe(200);
    await client.call('token-validation.config.edit', {
      params: { zone_id, config_id },
      body: { token_sources: ['http.request.headers["x-nothing"][0]'] },
    });
    expect((await ask('/orders', headers)).status).toBe(403);
  });
});

describe('rules', () => {
  it('act when their expression is false, and block keeps the request from the origin', async () => {
    const origin = vi.fn(() => new Response('origin'));
    const { rule, ask } = await start({ origin });
    await rule({ expression: 'http.request.uri.query eq "ok"' });
    expect((await ask('/orders?ok')).status).toBe(200);
    expect(origin).toHaveBeenCalledTimes(1);
    expect((await ask('/orders?no')).status).toBe(403);
    expect(origin).toHaveBeenCalledTimes(1);
  });

  it('that log let the request pass and record it', async () => {
    const { mock, config, rule, ask } = await start();
    const id = await rule({ action: 'log', expression: `is_jwt_valid("${await config()}")` });
    expect((await ask()).status).toBe(200);
    expect(mock.events()).toMatchObject([{ action: 'log', ruleId: id }]);
  });

  it('act on saved operations only, by method, path and host', async () => {
    const { ask, rule, mock } = await start();
    await rule({ expression: 'not http.request.uri.path contains "/"' });
    expect((await ask('/orders')).status).toBe(403);
    expect((await ask('/orders?x=1')).status).toBe(403);
    expect((await ask('/./orders')).status).toBe(403);
    expect((await ask('/orders/')).status).toBe(200);
    expect((await ask('/orders/1')).status).toBe(200);
    expect((await ask('/orders', {}, { method: 'POST' })).status).toBe(200);
    expect((await mock.edge(new Request('http://example.localhost/orders'))).status).toBe(200);
  });

  it('act on an operation that is saved later, and not on one that is deleted', async () => {
    const { client, zone_id, rule, ask } = await start();
    await rule({ expression: 'not http.request.uri.path contains "/"' });
    expect((await ask('/later')).status).toBe(200);
    const saved = await client.call('api-gateway.operation.create-item', {
      params: { zone_id },
      body: { method: 'GET', host, endpoint: '/later' },
    });
    expect((await ask('/later')).status).toBe(403);
    const { operation_id } = saved.body.result;
    await client.call('api-gateway.operation.delete', { params: { zone_id, operation_id } });
    expect((await ask('/later')).status).toBe(200);
  });

  it('decide one by one: the first enabled rule that covers the operation, even when it is satisfied', async () => {
    const { mock, client, zone_id, login = '', rule, ask } = await start();
    const selector: Selector = { include: [{ host: [host] }], exclude: [{ operation_ids: [login] }] };
    const never = 'http.request.method eq "NEVER"';
    const off = await rule({ expression: never, enabled: false });
    const first = await rule({ expression: never, action: 'log', selector });
    const second = await rule({ expression: never });
    expect((await ask('/orders')).status).toBe(200);
    expect((await ask('/login')).status).toBe(403);
    expect(mock.events().map(({ ruleId }) => ruleId)).toEqual([second, first]);
    const params = { zone_id, rule_id: second };
    const edit = (change: object) => client.call('token-validation.rule.edit', { params, body: change });
    await edit({ position: { before: first } });
    expect((await ask('/orders')).status).toBe(403);
    await edit({ expression: 'http.request.method eq "GET"' });
    expect((await ask('/orders')).status).toBe(200);
    expect(mock.events()).toHaveLength(3);
    await edit({ enabled: false });
    expect((await ask('/orders')).status).toBe(200);
    expect(mock.events()[0]?.ruleId).toBe(first);
    expect(mock.events().some(({ ruleId }) => ruleId === off)).toBe(false);
  });

  it.each([
    ['is_jwt_valid("A") or is_jwt_valid("B")', { a: 200, b: 200, none: 403, bad: 403 }],
    ['is_jwt_valid("A") and is_jwt_valid("B")', { a: 403, b: 403, none: 403, bad: 403 }],
    ['is_jwt_valid("A") or not is_jwt_present("A")', { a: 200, b: 403, none: 200, bad: 403 }],
    ['is_jwt_present("A")', { a: 200, b: 200, none: 403, bad: 200 }],
    ["is_jwt_valid('A')", { a: 200, b: 403, none: 403, bad: 403 }],
    ['is_jwt_valid("A") or http.request.method eq "OPTIONS"', { a: 200, b: 403, none: 403, bad: 403 }],
    ['http.request.headers["x-missing"][0] eq "x"', { a: 403, b: 403, none: 403, bad: 403 }],
    ['http.request.headers["x-missing"][0] ne "x"', { a: 403, b: 403, none: 403, bad: 403 }],
  ])('with %s judge two providers that share a header', async (expression, expected) => {
    const { config, rule, ask, bearer } = await start();
    const a = await config();
    const b = await config([header], { keys: [key('p256Other', 'key-2', 'ES256')] });
    await rule({ expression: expression.replaceAll('A', a).replaceAll(/(?<=["'])B(?=["'])/g, b) });
    const ofB = await token({}, { key: 'p256Other', header: { alg: 'ES256', kid: 'key-2' } });
    const status = async (headers: Record<string, string>) => (await ask('/orders', headers)).status;
    expect({
      a: await status(bearer(await token())),
      b: await status(bearer(ofB)),
      none: await status({}),
      bad: await status(bearer('garbage')),
    }).toEqual(expected);
  });
});

describe('events', () => {
  it('hold the request, the rule, the operation and the reasons', async () => {
    const { mock, orders, config, rule } = await start();
    const a = await config();
    const b = await config([header], { keys: [key('oct32', 'x', 'HS256')] });
    const ruleId = await rule({ expression: `is_jwt_valid("${a}") or is_jwt_valid("${b}")` });
    const expired = await token({ exp: seconds - 1 });
    const answer = await mock.edge(
      new Request(`http://${host}:4801/orders?page=1`, {
        headers: { authorization: `Bearer ${expired}`, 'user-agent': 'probe' },
      }),
      { address: '192.0.2.7', loopback: false },
    );
    const [event] = mock.events();
    expect(securityEventSchema.parse(event)).toMatchObject({
      id: event?.id,
      datetime: '2030-01-01T00:00:00.000000Z',
      action: 'block',
      source: 'apiShieldTokenValidation',
      ruleId,
      operationId: orders,
      rayName: answer.headers.get('cf-ray')?.split('-')[0],
      clientIP: '192.0.2.7',
      clientRequestHTTPHost: host,
      clientRequestHTTPMethodName: 'GET',
      clientRequestPath: '/orders',
      clientRequestQuery: '?page=1',
      userAgent: 'probe',
      token_validation_violations: [
        { token_configuration_id: a, reason: 'token_expired' },
        { token_configuration_id: b, reason: 'no_matching_key' },
      ],
    });
  });

  it.each([
    ['nothing', async () => undefined, 'missing_token'],
    ['another scheme', async () => 'Basic dXNlcjpwYXNz', 'missing_token'],
    ['garbage', async () => 'garbage', 'malformed_token'],
    ['an unknown kid', () => token({}, { header: { alg: 'ES256', kid: 'x' } }), 'no_matching_key'],
    ['another alg', () => token({}, { header: { alg: 'RS256', kid: 'key-1' } }), 'no_matching_key'],
    ['another signer', () => token({}, { key: 'p256Other' }), 'invalid_signature'],
    ['an exp in the past', () => token({ exp: seconds - 1 }), 'token_expired'],
    ['an exp of now', () => token({ exp: seconds }), 'token_expired'],
    ['an nbf ahead', () => token({ nbf: seconds + 1 }), 'token_not_yet_valid'],
    ['an exp that is a text', () => token({ exp: 'tomorrow' }), 'invalid_claims'],
    [
      'an unknown crit',
      () => token({}, { header: { alg: 'ES256', kid: 'key-1', crit: ['x'], x: 1 } }),
      'unsupported_critical_header',
    ],
  ])('say of %s that the reason is %s', async (_, make, reason) => {
    const { mock, config, rule, ask } = await start();
    const id = await config();
    await rule({ expression: `is_jwt_valid("${id}")` });
    const value = await make();
    expect((await ask('/orders', value === undefined ? {} : { authorization: value })).status).toBe(403);
    expect(mock.events()[0]?.token_validation_violations).toEqual([{ token_configuration_id: id, reason }]);
  });

  it('record an invalid token that no rule covers, with no rule and the action log', async () => {
    const { mock, config, ask, bearer, orders } = await start();
    const id = await config();
    const onOperation = await ask('/orders', bearer('garbage'));
    expect(onOperation.status).toBe(200);
    expect((await ask('/nowhere', bearer('garbage'))).status).toBe(200);
    expect(onOperation.headers.get('touchstone-basis')).toBe('inferred');
    expect(mock.events()).toMatchObject([
      { ruleId: null, action: 'log', operationId: null },
      {
        ruleId: null,
        action: 'log',
        operationId: orders,
        token_validation_violations: [{ token_configuration_id: id, reason: 'malformed_token' }],
      },
    ]);
  });

  it('do not record a missing token that no rule covers, nor a valid one, nor anything without a configuration', async () => {
    const { mock, config, ask, bearer } = await start();
    await ask('/orders', bearer('garbage'));
    await config();
    await ask('/orders');
    await ask('/orders', bearer(await token()));
    expect(mock.events()).toEqual([]);
  });

  it('do not record, without a rule, a token that is valid for another provider of the same header', async () => {
    const { mock, config, ask, bearer } = await start();
    const a = await config();
    const b = await config([header], { keys: [key('p256Other', 'key-2', 'ES256')] });
    await ask('/orders', bearer(await token()));
    expect(mock.events()).toEqual([]);
    await ask('/orders', bearer('garbage'));
    expect(mock.events()[0]?.token_validation_violations.map((one) => one.token_configuration_id)).toEqual([
      a,
      b,
    ]);
  });

  it('belong to one zone', async () => {
    const { mock, client, config, ask, bearer } = await start();
    await config();
    const other = await client.call('zones.zone.create', { body: { name: 'b.test', account: {} } });
    await ask('/orders', bearer('garbage'));
    expect(mock.events()).toHaveLength(1);
    expect(mock.events(other.body.result.id)).toEqual([]);
  });
});

describe('the page of a blocked request', () => {
  it('is HTML with status 403, names the ray, and is not stored', async () => {
    const { mock, rule, ask } = await start();
    await rule({ expression: 'ssl' });
    const answer = await ask();
    expect(answer.status).toBe(403);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('touchstone-basis')).toBe('inferred');
    expect(await answer.text()).toContain(`Ray ${mock.events()[0]?.rayName}`);
  });
});

describe('the origin', () => {
  it('answers with what is its own, and the headers of the edge', async () => {
    const { ask } = await start({
      origin: () =>
        new Response('teapot', {
          status: 418,
          headers: [
            ['x-own', '1'],
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        }),
    });
    const answer = await ask('/anything');
    expect(answer.status).toBe(418);
    expect(await answer.text()).toBe('teapot');
    expect(answer.headers.get('x-own')).toBe('1');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(answer.headers.get('cf-ray')).toMatch(/^[0-9a-f]{16}-[A-Z]{3}$/);
    expect(answer.headers.get('touchstone-operation')).toBe('edge.request');
    expect(answer.headers.get('touchstone-basis')).toBe('seed');
  });

  it('may answer what can not be changed', async () => {
    const { ask } = await start({ origin: () => Response.redirect('http://a.test/', 302) });
    const answer = await ask('/anything');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('http://a.test/');
    expect(answer.headers.has('cf-ray')).toBe(true);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('<refused>');
      },
      502,
      '&lt;refused&gt;',
    ],
    ['rejects', () => Promise.reject(new Error('gone')), 502, 'gone'],
    ['rejects with a text', () => Promise.reject('a text'), 502, 'a text'],
    ['answers with a network error', () => Response.error(), 502, 'it answered with a network error'],
    ['keeps silent', () => Promise.reject(new OriginTimeoutError(1500)), 504, 'no answer within 1.5 seconds'],
  ])('that %s is answered for by the edge', async (_, origin, status, text) => {
    const { ask } = await start({ origin });
    const answer = await ask('/anything');
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
    expect(answer.headers.get('touchstone-basis')).toBe('inferred');
  });

  it('that answers with nothing at all is answered for by the edge', async () => {
    // A function of a user that is not checked by a compiler.
    const { ask } = await start({ origin: (() => undefined) as never });
    expect((await ask('/anything')).status).toBe(502);
  });

  it('is a built-in page where none is given', async () => {
    const mock = createMock();
    const answer = await mock.edge(new Request(`http://${host}/<x>?y`, { method: 'DELETE' }));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('DELETE /%3Cx%3E reached the origin of this zone.');
  });
});

describe('a failure of the edge itself', () => {
  it('is logged, and answered 500 without a word of it', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { mock, zone_id, ask } = await start();
    const zone = mock.world.zone(zone_id);
    if (!zone) throw new Error('the seeded world has this zone');
    vi.spyOn(zone.tokenConfigs, 'list').mockImplementation(() => {
      throw new Error('the secret of the house');
    });
    const answer = await ask();
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    expect(logged).toHaveBeenCalledOnce();
    expect(mock.findRequest(({ plane }) => plane === 'edge')?.status).toBe(500);
  });
});

describe('the journal', () => {
  it('holds zone requests with the host that they were for', async () => {
    const { mock } = await start();
    await mock.edge(new Request('http://localhost:4801/a?b=1', { headers: { 'touchstone-host': host } }));
    expect(mock.findRequest(({ plane }) => plane === 'edge')).toMatchObject({
      method: 'GET',
      url: `http://${host}/a?b=1`,
      operation: null,
      basis: 'seed',
      status: 200,
    });
  });

  it('keeps tokens to itself', async () => {
    const { mock, ask } = await start();
    const good = await token();
    await ask('/', { 'x-token': good, authorization: good, cookie: `a=${good}` });
    expect(JSON.stringify([...mock.journal.entries()])).not.toContain(good.slice(0, 20));
  });
});

it('a peer is this machine unless it is said otherwise', async () => {
  const { mock, rule, ask } = await start();
  await rule({ expression: 'ip.src eq 192.0.2.7' });
  const peer: Peer = { address: '192.0.2.7', loopback: false };
  expect((await ask()).status).toBe(403);
  expect((await mock.edge(new Request(`http://${host}/orders`), peer)).status).toBe(200);
  expect(mock.events()[0]?.clientIP).toBe('127.0.0.1');
});
