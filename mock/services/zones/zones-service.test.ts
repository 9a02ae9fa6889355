import { describe, expect, it } from 'vitest';
import { zoneSchema, zoneTypes } from '../../../spec/services/zones/schemas.ts';
import { createMock, type Mock } from '../../create-mock.ts';
import { clientOf, refusalOf } from '../../testing/test-client.ts';

function start(options?: Parameters<typeof createMock>[0]) {
  const mock = createMock(options);
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  return { mock, client: clientOf(mock), zone_id: mock.defaults.zoneId };
}

async function create(mock: Mock, ...names: readonly string[]) {
  const zones = [];
  for (const name of names) {
    const { body } = await clientOf(mock).call('zones.zone.create', { body: { name, account: {} } });
    zones.push(body.result);
  }
  return zones;
}

describe('zones.zone.create', () => {
  it('answers 200 with the zone, active at once and of the type full', async () => {
    const { mock, client } = start();
    const account = { id: mock.defaults.accountId };
    const { status, body } = await client.call('zones.zone.create', {
      body: { name: 'Shop.Example', account },
    });
    expect(status).toBe(200);
    expect(zoneSchema.parse(body.result)).toEqual(body.result);
    expect(body).toMatchObject({
      success: true,
      errors: [],
      messages: [],
      result: {
        name: 'shop.example',
        type: 'full',
        status: 'active',
        paused: false,
        account,
        created_on: '2030-01-01T00:00:00.000000Z',
      },
    });
    expect(body).not.toHaveProperty('result_info');
    expect(
      (await client.call('zones.zone.get', { params: { zone_id: body.result.id } })).body.result,
    ).toEqual(body.result);
  });

  it.each(zoneTypes)('takes the type %s', async (type) => {
    const { client } = start();
    const { body } = await client.call('zones.zone.create', { body: { name: 'a.test', account: {}, type } });
    expect(body.result.type).toBe(type);
  });

  it.each([
    ['a name that exists', 'example.localhost', 1061],
    ['a name that exists in another case', 'EXAMPLE.localhost', 1061],
    ['a single label', 'localhost', 1002],
    ['an empty label', 'a..test', 1002],
    ['a trailing dot', 'a.test.', 1002],
    ['a hyphen at the edge of a label', '-a.test', 1002],
    ['a space', 'a b.test', 1002],
    ['a port', 'a.test:80', 1002],
    ['a URL', 'http://a.test', 1002],
    ['a label of 64 characters', `${'a'.repeat(64)}.test`, 1002],
    ['letters that are not ASCII', 'zürich.test', 1002],
    ['the empty text', '', 6011],
    ['254 characters', `${'a.'.repeat(125)}test`, 6011],
  ])('refuses %s', async (_, name, code) => {
    const { mock, client } = start();
    const reply = await client.call('zones.zone.create', { body: { name, account: {} } });
    expect(refusalOf(reply)).toMatchObject({ status: 400, code, pointer: '/name' });
    expect(mock.world.zones.size).toBe(1);
  });

  it('takes a label of 63 characters and a name of 253', async () => {
    const { client } = start();
    for (const name of [`${'a'.repeat(63)}.test`, `${'a.'.repeat(124)}test0`]) {
      expect((await client.call('zones.zone.create', { body: { name, account: {} } })).status).toBe(200);
    }
  });

  it('refuses an account that is not there, and one that the token has no rights on', async () => {
    const { mock, client } = start({
      tokens: [{ value: 'limited', permissions: ['Zone Edit'], accounts: ['a'.repeat(32)] }],
    });
    const body = { name: 'a.test', account: { id: 'b'.repeat(32) } };
    expect(refusalOf(await client.call('zones.zone.create', { body }))).toMatchObject({
      status: 403,
      code: 9109,
      pointer: '/account/id',
    });
    const limited = clientOf(mock, { token: 'limited' });
    const denied = await limited.call('zones.zone.create', { body: { name: 'a.test', account: {} } });
    expect(refusalOf(denied)).toMatchObject({ status: 403, code: 9109 });
    expect(mock.world.zones.size).toBe(1);
  });

  it('makes the name of a deleted zone free again', async () => {
    const { mock, client } = start();
    const [zone] = await create(mock, 'a.test');
    await client.call('zones.zone.delete', { params: { zone_id: zone?.id ?? '' } });
    const [again] = await create(mock, 'a.test');
    expect(again?.id).not.toBe(zone?.id);
  });
});

describe('zones.zone.edit', () => {
  it('changes what it is sent, dates the change, and leaves the rest', async () => {
    const { mock, client, zone_id } = start();
    const before = (await client.call('zones.zone.get', { params: { zone_id } })).body.result;
    mock.clock.advance(5);
    const { body } = await client.call('zones.zone.edit', { params: { zone_id }, body: { paused: true } });
    expect(body.result).toEqual({ ...before, paused: true, modified_on: '2030-01-01T00:00:05.000000Z' });
    const servers = ['ns1.example.localhost', 'ns2.example.localhost'];
    const second = await client.call('zones.zone.edit', {
      params: { zone_id },
      body: { vanity_name_servers: servers, type: 'partial' },
    });
    expect(second.body.result).toMatchObject({
      paused: true,
      type: 'partial',
      vanity_name_servers: servers,
    });
    expect((await client.call('zones.zone.get', { params: { zone_id } })).body.result).toEqual(
      second.body.result,
    );
  });
});

describe('zones.zone.delete', () => {
  it('answers the id, and the zone is gone with everything in it', async () => {
    const { mock, client, zone_id } = start();
    const { body } = await client.call('zones.zone.delete', { params: { zone_id } });
    expect(body.result).toEqual({ id: zone_id });
    for (const id of ['zones.zone.get', 'token-validation.config.list', 'zones.zone.delete'] as const) {
      expect(refusalOf(await client.call(id, { params: { zone_id } }))).toMatchObject({
        status: 403,
        code: 9109,
      });
    }
    expect((await mock.edge(new Request('http://example.localhost/'))).status).toBe(421);
  });
});

describe('zones.zone.list', () => {
  it('shows a token only the zones it has rights on', async () => {
    const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
    const { mock } = start({
      tokens: [
        { value: 'one', permissions: ['Zone Read'], zones: [zone_id] },
        { value: 'none', permissions: ['Zone Read'], zones: [] },
      ],
    });
    await create(mock, 'a.test');
    const count = async (token: string) =>
      (await clientOf(mock, { token }).call('zones.zone.list', {})).body.result_info?.total_count;
    expect(await count(mock.defaults.apiToken)).toBe(2);
    expect(await count('one')).toBe(1);
    expect(await count('none')).toBe(0);
  });

  it('answers a page past the end with 200 and nothing', async () => {
    const { client } = start();
    const { status, body } = await client.call('zones.zone.list', { query: { page: '9', per_page: '5' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      result: [],
      result_info: { page: 9, per_page: 5, count: 0, total_count: 1, total_pages: 1 },
    });
  });

  it('pages', async () => {
    const { mock, client } = start();
    await create(mock, ...Array.from({ length: 11 }, (_, n) => `zone-${n}.test`));
    const page = async (number: string) =>
      (await client.call('zones.zone.list', { query: { page: number, per_page: '5' } })).body;
    expect((await page('1')).result).toHaveLength(5);
    expect((await page('3')).result.map(({ name }) => name)).toEqual(['zone-9.test', 'zone-10.test']);
    expect((await page('3')).result_info).toEqual({
      page: 3,
      per_page: 5,
      count: 2,
      total_count: 12,
      total_pages: 3,
    });
  });
});
