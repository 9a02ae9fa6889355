import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../spec/client.ts';
import { createMock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';

const { zoneId: zone_id } = worldDefaults;
const params = { zone_id };
const hostname = 'shop.customer.localhost';
const mock = createMock();
const client = clientOf(mock);

beforeEach(() => mock.reset());

const create = (name = hostname, more: object = {}, by: Client = client) =>
  by.call('custom-hostnames.hostname.create', { params, body: { hostname: name, ...more } });
const at = (custom_hostname_id: string) => ({ zone_id, custom_hostname_id });

describe('a custom hostname', () => {
  it('is active at once', async () => {
    mock.clock.freeze(Date.UTC(2026, 0, 1));
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body.result).toMatchObject({
      hostname,
      status: 'active',
      created_at: '2026-01-01T00:00:00.000000Z',
    });
    expect(body.result.ssl).toBeUndefined();
    expect(body.result.custom_metadata).toBeUndefined();
  });

  it('below localhost rests on less than another', async () => {
    expect((await create()).headers.get('touchstone-basis')).toBe('inferred');
    expect((await create('shop.customer.com')).headers.get('touchstone-basis')).toBe('documented');
  });

  it('below localhost is refused by a mock that is strict', async () => {
    const strict = clientOf(createMock({ strictHostnames: true }));
    expect(refusalOf(await create(hostname, {}, strict))).toMatchObject({ status: 400, code: 1409 });
    expect((await create('shop.customer.com', {}, strict)).status).toBe(201);
  });

  it('is found in its zone alone', async () => {
    const { id } = (await create()).body.result;
    const other = mock.world.addZone({ name: 'b.test', accountId: worldDefaults.accountId });
    const reply = await client.call('custom-hostnames.hostname.get', {
      params: { zone_id: other.id, custom_hostname_id: id },
    });
    expect(refusalOf(reply)).toMatchObject({ status: 404, code: 1436 });
  });

  it('keeps what a change does not name, and loses what is null', async () => {
    const ssl = { method: 'http', type: 'dv' } as const;
    const custom_origin_server = 'origin.customer.com';
    const made = (await create(hostname, { ssl, custom_metadata: { a: 1 }, custom_origin_server })).body
      .result;
    const edit = async (body: object) =>
      (await client.call('custom-hostnames.hostname.edit', { params: at(made.id), body })).body.result;
    expect(await edit({ custom_metadata: { b: 2 } })).toEqual({ ...made, custom_metadata: { b: 2 } });
    const bare = await edit({ custom_metadata: null, ssl: null, custom_origin_server: null });
    expect([bare.custom_metadata, bare.ssl, bare.custom_origin_server]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(mock.world.customHostnames.byHostname(hostname)?.metadata).toBe('');
  });

  it('gives the edge the JSON text of its metadata', async () => {
    await create(hostname, { custom_metadata: { content_converter: 'enabled' } });
    expect(mock.world.customHostnames.byHostname(hostname)?.metadata).toBe('{"content_converter":"enabled"}');
  });

  it('is refused whole, and uses no ids up', async () => {
    const ids = async (faulty: boolean) => {
      mock.reset();
      if (faulty)
        expect((await create(hostname, { custom_metadata: { a: 'x'.repeat(5000) } })).status).toBe(400);
      return (await create()).body.result.id;
    };
    expect(await ids(true)).toBe(await ids(false));
  });

  it('is deleted with an answer of its id alone', async () => {
    const { id } = (await create()).body.result;
    const { status, text } = await client.call('custom-hostnames.hostname.delete', { params: at(id) });
    expect([status, text]).toEqual([200, JSON.stringify({ id })]);
    expect(mock.world.customHostnames.size).toBe(0);
  });

  it('goes with its zone', async () => {
    const zone = mock.world.addZone({ name: 'b.test', accountId: worldDefaults.accountId });
    const body = { hostname };
    await client.call('custom-hostnames.hostname.create', { params: { zone_id: zone.id }, body });
    await client.call('zones.zone.delete', { params: { zone_id: zone.id } });
    expect((await create()).status).toBe(201);
  });
});

describe('a body that does not fit', () => {
  const post = (body: string) =>
    client.send({
      method: 'POST',
      path: `/zones/${zone_id}/custom_hostnames`,
      headers: { 'content-type': 'application/json' },
      body,
    });

  it.each([
    ['{', 1400, undefined],
    ['', 1400, ''],
    ['[]', 1400, ''],
    ['{}', 1407, '/hostname'],
    ['{"hostname":7}', 1407, '/hostname'],
    [`{"hostname":"${hostname}","ssl":7}`, 1434, '/ssl'],
    [`{"hostname":"${hostname}","ssl":{"wildcard":"yes"}}`, 1434, '/ssl/wildcard'],
    [`{"hostname":"${hostname}","ssl":{"method":"dns","type":"dv"}}`, 1432, '/ssl/method'],
    [`{"hostname":"${hostname}","custom_metadata":"enabled"}`, 1401, '/custom_metadata'],
    [`{"hostname":"${hostname}","custom_origin_server":7}`, 1415, '/custom_origin_server'],
    [`{"hostname":"${hostname}","custom_origin_sni":7}`, 1400, '/custom_origin_sni'],
    [`{"hostname":"${hostname}","custom_origin_sni":"a b"}`, 1415, '/custom_origin_sni'],
  ])('%s is refused with %i', async (body, code, pointer) => {
    expect(refusalOf(await post(body))).toMatchObject({ status: 400, code, pointer });
    expect(mock.world.customHostnames.size).toBe(0);
  });
});

describe('the quota', () => {
  const quotaOf = async (by: Client) => (await by.call('custom-hostnames.quota.get', { params })).body.result;

  it.each([
    ['free', 100],
    ['enterprise', 50_000],
  ] as const)('of the plan %s includes %i', async (legacy_id, allocated) => {
    await client.call('zones.zone.edit', { params, body: { plan: { legacy_id } } });
    expect(await quotaOf(client)).toEqual({ allocated, hard_cap: 50_000, used: 0, exceeded: false });
  });

  it('refuses what is over the hard cap, until one is deleted', async () => {
    const two = clientOf(createMock({ customHostnameQuota: 2 }));
    const { id } = (await create('one.localhost.com', {}, two)).body.result;
    await create('two.localhost.com', {}, two);
    expect(refusalOf(await create('three.localhost.com', {}, two))).toMatchObject({
      status: 403,
      code: 1405,
    });
    await two.call('custom-hostnames.hostname.delete', { params: at(id) });
    expect((await create('three.localhost.com', {}, two)).status).toBe(201);
    expect(await quotaOf(two)).toEqual({ allocated: 2, hard_cap: 2, used: 2, exceeded: false });
  });

  it('says when more are used than a plan includes, which still works', async () => {
    await client.call('zones.zone.edit', { params, body: { plan: { legacy_id: 'free' } } });
    for (let count = 0; count < 101; count++) await create(`c${count}.customer.com`);
    expect(await quotaOf(client)).toMatchObject({ used: 101, exceeded: true });
  });

  it('refuses every hostname where none is allotted', async () => {
    const none = clientOf(createMock({ customHostnameQuota: 0 }));
    expect(refusalOf(await create(hostname, {}, none))).toMatchObject({ status: 403, code: 1404 });
  });
});

describe('a zone without access to custom metadata', () => {
  it('may have hostnames, and no metadata', async () => {
    const without = clientOf(createMock({ zonesWithoutCustomMetadata: [zone_id] }));
    const { id } = (await create(hostname, {}, without)).body.result;
    const edit = (custom_metadata: { content_converter: string } | null) =>
      without.call('custom-hostnames.hostname.edit', { params: at(id), body: { custom_metadata } });
    expect(refusalOf(await edit({ content_converter: 'enabled' }))).toMatchObject({
      status: 403,
      code: 1413,
    });
    expect((await edit(null)).status).toBe(202);
  });
});
