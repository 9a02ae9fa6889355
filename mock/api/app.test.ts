// Long, because it covers each step of the plane, from the route to the journal, with shared helpers.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMock } from '../assembly/create-mock.ts';
import type { MockOptions } from '../assembly/options.ts';
import { getClient, getRefusal } from '../assembly/testing/test-client.ts';
import type { Peer } from './app.ts';

const elsewhere: Peer = { address: '192.0.2.7', loopback: false };
const base = 'http://localhost/client/v4';

function start(options?: MockOptions) {
  const mock = createMock(options);
  return { mock, client: getClient(mock), zone_id: mock.defaults.zoneId };
}

afterEach(() => vi.restoreAllMocks());

describe('a request without an operation', () => {
  it.each(['/', '/favicon.ico', '/client/v4zones', '/_touchstone', '/_touchstone/nothing'])(
    'gets 404 outside the API too: %s',
    async (path) => {
      const answer = await start().mock.fetch(new Request(`http://localhost${path}`));
      expect(answer.status).toBe(404);
      expect(answer.headers.has('touchstone-operation')).toBe(false);
    },
  );

  it('names the scheme of a key pair, and the methods of the path, in a 405', async () => {
    const { mock } = start();
    const { email, apiKey } = mock.defaults;
    const client = getClient(mock, { token: '' }).with({ 'x-auth-email': email, 'x-auth-key': apiKey });
    const reply = await client.send({ method: 'PUT', path: '/zones' });
    expect(getRefusal(reply).message).toBe('PUT method not allowed for the api_key authentication scheme');
    expect(reply.body).toMatchObject({ messages: [{ message: 'This path has GET, POST, and no PUT' }] });
  });
});

describe('credentials', () => {
  it('for a zone or account of another actor get 403 and code 9109', async () => {
    const other = 'a'.repeat(32);
    const { mock, zone_id } = start({
      tokens: [
        { value: 'other-zone', permissions: ['Zone Read'], zones: [other] },
        { value: 'other-account', permissions: ['Zone Read'], accounts: [other] },
      ],
    });
    for (const token of ['other-zone', 'other-account']) {
      const reply = await getClient(mock, { token }).call('zones.zone.get', { params: { zone_id } });
      expect(getRefusal(reply)).toMatchObject({
        status: 403,
        code: 9109,
        message: 'Unauthorized to access requested resource',
      });
    }
  });

  it('for a zone of another actor create no zone on demand', async () => {
    const { mock } = start({
      tenants: 'on-demand',
      tokens: [{ value: 'limited', permissions: ['Zone Read'], zones: ['a'.repeat(32)] }],
    });
    const client = getClient(mock, { token: 'limited' });
    const { status } = await client.call('zones.zone.get', { params: { zone_id: 'b'.repeat(32) } });
    expect(status).toBe(403);
    expect(mock.world.zones.size).toBe(1);
  });
});

describe('bodies', () => {
  const path = '/zones';
  const json = { 'content-type': 'application/json' };

  it('over the limit get 413 before they are fully sent', async () => {
    const { mock } = start();
    let asked = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        asked++;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
    });
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...json, authorization: `Bearer ${mock.defaults.apiToken}` },
    };
    const answer = await mock.fetch(new Request(base + path, init));
    expect(getRefusal({ status: answer.status, body: await answer.json() })).toMatchObject({
      status: 413,
      code: 6009,
      message: 'The request body is larger than 10485760 bytes: send less in one request',
    });
    expect(asked).toBeLessThan(14);
  });
});

describe('the headers of an answer', () => {
  it('name the operation and its certainty, and include those of the platform', async () => {
    const { mock, client } = start();
    mock.clock.freeze(Date.UTC(2030, 0, 1, 12, 0, 0, 999));
    const { headers } = await client.call('zones.zone.list', {});
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'application/json',
      date: 'Tue, 01 Jan 2030 12:00:00 GMT',
      'touchstone-operation': 'zones.zone.list',
      'touchstone-basis': 'documented',
      'touchstone-journal': '1',
      ratelimit: '"default";r=1199;t=300',
      'ratelimit-policy': '"default";q=1200;w=300',
      'cf-ray': expect.stringMatching(/^[0-9a-f]{16}-[A-Z]{3}$/),
      'cf-auditlog-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/),
      'api-version': expect.stringMatching(/^\d{4}-\d\d-\d\d\.epoch$/),
    });
  });
});

it('a list names the parameters that it does not know', async () => {
  const { fetch, defaults } = createMock();
  const headers = { authorization: `Bearer ${defaults.apiToken}` };
  const answer = await fetch(
    new Request('http://localhost/client/v4/zones?per_page=5&colour=red', { headers }),
  );
  const { messages } = await answer.json();
  expect(messages).toEqual([{ code: 1599, message: expect.stringContaining(' colour,') }]);
});

describe('an enforced rate limit', () => {
  it('answers 429 and code 971 with the seconds to wait, then serves again', async () => {
    const { mock, client } = start({ rateLimit: { quota: 2, windowSeconds: 60, enforce: true } });
    mock.clock.freeze(Date.UTC(2030, 0, 1));
    const list = () => client.call('zones.zone.list', {});
    expect((await list()).status).toBe(200);
    expect((await list()).status).toBe(200);
    mock.clock.advance(10);
    const refused = await list();
    expect(getRefusal(refused)).toMatchObject({
      status: 429,
      code: 971,
      message: 'Please wait and consider throttling your request speed',
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=60');
    mock.clock.advance(59.5);
    expect((await list()).headers.get('retry-after')).toBe('1');
    mock.clock.advance(1);
    const served = await list();
    expect(served.status).toBe(200);
    expect(served.headers.has('retry-after')).toBe(false);
  });
});

describe('a mock with a required basis', () => {
  it('refuses less certain operations with 501, before anything changes', async () => {
    const { mock, client, zone_id } = start({ basis: 'documented' });
    const body = { method: 'GET', host: 'api.example.localhost', endpoint: '/' } as const;
    await client.call('api-gateway.operation.create-item', { params: { zone_id }, body });
    const reply = await client.call('api-gateway.operation.delete-many', { params: { zone_id } });
    expect(getRefusal(reply)).toMatchObject({
      status: 501,
      code: 1501,
      message: 'This answer rests on a fact that is inferred, and this mock refuses facts below documented',
    });
    expect(mock.world.zone(zone_id)?.operations.size).toBe(1);
  });

  it('refuses less certain refusals with 501', async () => {
    const { client } = start({ basis: 'documented' });
    expect((await client.send({ method: 'GET', path: '/zones?page=x' })).status).toBe(501);
    expect((await client.send({ method: 'GET', path: '/nothing' })).status).toBe(501);
  });

  it('keeps refusals from the seed', async () => {
    const { mock } = start({ basis: 'seed' });
    const client = getClient(mock, { token: 'nobody' });
    expect((await client.call('zones.zone.list', {})).status).toBe(401);
  });

  it('does not apply to the admin interface', async () => {
    const { client } = start({ basis: 'seed' });
    expect((await client.call('touchstone.info.get', {})).status).toBe(200);
    expect((await client.call('touchstone.clock.advance', { body: { seconds: -1 } })).status).toBe(400);
  });
});

describe('an unexpected exception', () => {
  it('gets 500 without details, and is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { mock, client } = start();
    mock.on('zones.zone.list', () => {
      throw new Error('the secret of the house');
    });
    const reply = await client.call('zones.zone.list', {});
    expect(reply.text).toBe(
      '{"result":null,"success":false,"errors":[{"code":1000,"message":"Internal Server Error"}],"messages":[]}',
    );
    expect(reply.status).toBe(500);
    expect([...reply.headers].join()).not.toContain('secret');
    expect(logged).toHaveBeenCalledOnce();
    expect(mock.findRequest(({ status }) => status === 500)?.operation).toBe('zones.zone.list');
  });
});

describe('overrides', () => {
  it('do not see requests that were refused before', async () => {
    const { mock } = start();
    mock.on('zones.zone.list', () => ({ result: [] }));
    expect((await getClient(mock, { token: 'nobody' }).call('zones.zone.list', {})).status).toBe(401);
  });

  it('leave a newer override in place when they are removed', async () => {
    const { mock, client } = start();
    const restoreOld = mock.on('zones.zone.list', () => ({ result: [] }));
    mock.on('zones.zone.list', () => ({ result: [], messages: [{ code: 2000, message: 'newer' }] }));
    restoreOld();
    expect((await client.call('zones.zone.list', {})).body.messages).toHaveLength(1);
  });

  it('are removed by a reset', async () => {
    const { mock, client } = start();
    mock.on('zones.zone.list', () => ({ result: [] }));
    mock.reset();
    expect((await client.call('zones.zone.list', {})).body.result).toHaveLength(1);
  });
});

describe('the admin interface', () => {
  const info = (headers: Record<string, string> = {}) =>
    new Request('http://localhost/_touchstone/info', { headers });

  it('answers this machine without credentials', async () => {
    const { mock } = start();
    expect((await mock.fetch(info())).status).toBe(200);
    expect((await mock.fetch(info(), { address: '127.0.0.1', loopback: true })).status).toBe(200);
  });

  it.each([
    ['without a token', undefined, {}, 403],
    [
      'with an API token',
      undefined,
      { authorization: 'Bearer touchstone-full-access-token-0000000001' },
      403,
    ],
    ['with nothing, when a token is set', 'admin-secret', {}, 403],
    ['with another token', 'admin-secret', { authorization: 'Bearer admin-secre' }, 403],
    ['with "undefined", when none is set', undefined, { authorization: 'Bearer undefined' }, 403],
    ['with the admin token', 'admin-secret', { authorization: 'Bearer admin-secret' }, 200],
  ])('answers another machine %s: %s', async (_, adminToken, headers, status) => {
    const { mock } = start({ adminToken });
    const answer = await mock.fetch(info(headers), elsewhere);
    expect(answer.status).toBe(status);
    if (status === 403) expect(await answer.json()).toMatchObject({ errors: [{ code: 1403 }] });
  });

  it('refuses foreign pages that are open on this machine', async () => {
    const { mock } = start();
    const fromHere = { address: '127.0.0.1', loopback: true };
    const asked = (origin: string) => mock.fetch(info({ origin }), fromHere);
    expect((await asked('http://localhost:3000')).status).toBe(200);
    expect((await asked('https://elsewhere.example')).status).toBe(403);
  });

  it('grants other machines nothing', async () => {
    const { mock } = start();
    await mock.fetch(new Request('http://localhost/_touchstone/clock/freeze', { method: 'POST' }), elsewhere);
    expect(mock.clock.frozen).toBe(false);
  });

  it('is not in the journal, which would list its own readers', async () => {
    const { mock } = start();
    await mock.fetch(info());
    expect([...mock.journal.entries()]).toEqual([]);
  });
});
