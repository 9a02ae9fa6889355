import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Peer } from '../api/app.ts';
import { createMock } from '../assembly/create-mock.ts';
import type { MockOptions } from '../assembly/options.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { createConfig, key, type RuleBody, ruleBody } from '../assembly/testing/token-validation.ts';
import { makeToken, type TokenPlan } from '../engines/jwt/testing/test-keys.ts';
import { SocketPeer } from '../serve/socket-peer.ts';
import { OriginTimeoutError } from './origin/origin-body.ts';
import { ZoneFixture } from './testing/zone-fixture.ts';

// Long: a request's way from its zone to the origin and the journal, with shared helpers.

const host = 'api.example.localhost';
const now = Date.UTC(2030, 0, 1);
const header = 'http.request.headers["authorization"][0]';
const keys = [key('p256', 'key-1', 'ES256')];

const token = (payload: object = {}, more: Partial<TokenPlan> = {}) =>
  makeToken({ key: 'p256', alg: 'ES256', header: { alg: 'ES256', kid: 'key-1' }, payload, ...more });

async function start(options: MockOptions = {}) {
  const mock = createMock({ origin: (request) => new Response(`origin ${request.method}`), ...options });
  mock.clock.freeze(now);
  const client = getClient(mock);
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
  it('can be named by touchstone-host from loopback only, and the origin never sees that header', async () => {
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

  it('lets everything pass unchecked and unrecorded while it is paused', async () => {
    const { mock, client, zone_id, config, rule, ask } = await start();
    await rule({ expression: `is_jwt_valid("${await config()}")` });
    expect((await ask()).status).toBe(403);
    await client.call('zones.zone.edit', { params: { zone_id }, body: { paused: true } });
    expect((await ask()).status).toBe(200);
    expect(mock.events()).toHaveLength(1);
  });
});

describe('joined header lines', () => {
  it('keep the address of the client, which a socket looks up', async () => {
    const { mock, config, rule } = await start({ stances: { 'edge.header-lines': 'joined' } });
    await rule({ expression: `is_jwt_valid("${await config()}")` });
    const request = new Request(`http://${host}/orders`);
    expect((await mock.edge(request, new SocketPeer(() => '192.0.2.7'))).status).toBe(403);
    expect(mock.events()[0]?.clientIP).toBe('192.0.2.7');
  });
});

describe('events', () => {
  it('without a rule, do not record a token that is valid for another provider of the same header', async () => {
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
});

describe('the origin', () => {
  it('may answer with an immutable response', async () => {
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
  ])("that %s gets the edge's error page", async (_, origin, status, text) => {
    const { ask } = await start({ origin });
    const answer = await ask('/anything');
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(text);
    expect(answer.headers.get('touchstone-basis')).toBe('inferred');
  });

  it("that returns nothing gets the edge's error page", async () => {
    // A user's function without type checks.
    const { ask } = await start({ origin: (() => undefined) as never });
    expect((await ask('/anything')).status).toBe(502);
  });
});

describe('a failure of the edge itself', () => {
  it('is logged, and answered with a plain 500', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { mock, zone_id, ask } = await start();
    const zone = mock.world.zone(zone_id);
    if (!zone) throw new Error('the seeded world has this zone');
    vi.spyOn(zone.tokenConfigs, 'list').mockImplementationOnce(() => {
      throw new Error('the secret of the house');
    });
    const answer = await ask();
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret');
    expect(logged).toHaveBeenCalledOnce();
    expect(mock.findRequest(({ plane }) => plane === 'edge')?.status).toBe(500);
  });
});

it('a peer is loopback by default', async () => {
  const { mock, rule, ask } = await start();
  await rule({ expression: 'ip.src eq 192.0.2.7' });
  const peer: Peer = { address: '192.0.2.7', loopback: false };
  expect((await ask()).status).toBe(403);
  expect((await mock.edge(new Request(`http://${host}/orders`), peer)).status).toBe(200);
  expect(mock.events()[0]?.clientIP).toBe('127.0.0.1');
});

const on = { content_converter: true };
const everything = 'http.host eq "example.localhost"';

describe('configuration rules', () => {
  it('reveal nothing to clients outside of loopback', async () => {
    const fixture = new ZoneFixture();
    fixture.configure({ expression: everything, action_parameters: on });
    const response = await fixture.send('/', {}, { address: '203.0.113.7', loopback: false });
    expect(response.headers.get('touchstone-config')).toBeNull();
    expect(fixture.asked[0]?.context.decisions).toEqual(on);
  });
});
