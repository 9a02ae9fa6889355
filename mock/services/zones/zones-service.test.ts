import { describe, expect, it } from 'vitest';
import { type Zone, zoneListQuery } from '../../../spec/services/zones/endpoints.ts';
import { createMock, type Mock } from '../../assembly/create-mock.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';
import { newZone } from '../../world/zone-record.ts';
import { selectZones } from './zones-service.ts';

function start(options?: Parameters<typeof createMock>[0]) {
  const mock = createMock(options);
  mock.clock.freeze(Date.UTC(2030, 0, 1));
  return { mock, client: getClient(mock), zone_id: mock.defaults.zoneId };
}

async function create(mock: Mock, ...names: readonly string[]) {
  const zones = [];
  for (const name of names) {
    const { body } = await getClient(mock).call('zones.zone.create', { body: { name, account: {} } });
    zones.push(body.result);
  }
  return zones;
}

describe('zones.zone.create', () => {
  it('refuses an unknown account, and one without permissions for the token', async () => {
    const { mock, client } = start({
      tokens: [{ value: 'limited', permissions: ['Zone Edit'], accounts: ['a'.repeat(32)] }],
    });
    const body = { name: 'a.test', account: { id: 'b'.repeat(32) } };
    expect(getRefusal(await client.call('zones.zone.create', { body }))).toMatchObject({
      status: 403,
      code: 9109,
      pointer: '/account/id',
    });
    const limited = getClient(mock, { token: 'limited' });
    const denied = await limited.call('zones.zone.create', { body: { name: 'a.test', account: {} } });
    expect(getRefusal(denied)).toMatchObject({ status: 403, code: 9109 });
    expect(mock.world.zones.size).toBe(1);
  });
});

describe('zones.zone.list', () => {
  it('shows a token only the zones that it may read', async () => {
    const zone_id = '023e105f4ecef8ad9ca31a8372d0c353';
    const { mock } = start({
      tokens: [
        { value: 'one', permissions: ['Zone Read'], zones: [zone_id] },
        { value: 'none', permissions: ['Zone Read'], zones: [] },
      ],
    });
    await create(mock, 'a.test');
    const count = async (token: string) =>
      (await getClient(mock, { token }).call('zones.zone.list', {})).body.result_info?.total_count;
    expect(await count(mock.defaults.apiToken)).toBe(2);
    expect(await count('one')).toBe(1);
    expect(await count('none')).toBe(0);
  });
});

const acme = { id: 'a'.repeat(32), name: 'Acme' };
const bond = { id: 'b'.repeat(32), name: 'Bond: Trading' };
const at = '2030-01-01T00:00:00.000000Z';
const make = (name: string, account = acme, more: Partial<Zone> = {}): Zone => ({
  ...newZone({ id: '0'.repeat(32), name, type: 'full', account, at }),
  ...more,
});

const zones = [
  make('shop.test', bond),
  make('api.test', acme, { status: 'pending' }),
  make('Shop-two.test', acme, { type: 'partial' }),
  make('hidden.test', bond, { type: 'internal' }),
];

const names = (query: Record<string, string | string[]>) =>
  selectZones(zones, zoneListQuery.parse(query)).map(({ name }) => name.replace('.test', ''));

describe('selectZones', () => {
  it.each([
    [{}, ['shop', 'api', 'Shop-two']],
    [{ name: 'equal:shop.test' }, ['shop']],
    [{ name: 'not_equal:shop.test' }, ['api', 'Shop-two']],
    [{ name: 'starts_with:shop' }, ['shop', 'Shop-two']],
    [{ name: 'ends_with:two.TEST' }, ['Shop-two']],
    [{ name: 'contains_case_sensitive:Shop' }, ['Shop-two']],
    [{ name: 'starts_with_case_sensitive:shop' }, ['shop']],
    [{ name: 'ends_with_case_sensitive:TEST' }, []],
    [{ name: 'contains:' }, ['shop', 'api', 'Shop-two']],
    [{ 'account.name': 'bond: trading' }, ['shop']],
    [{ 'account.name': 'contains:trad' }, ['shop']],
    [{ status: 'pending' }, ['api']],
    [{ type: 'internal' }, ['hidden']],
    [{ type: ['partial', 'internal'] }, ['Shop-two', 'hidden']],
    [{ name: 'contains:shop', 'account.id': acme.id, match: 'all' }, ['Shop-two']],
    [{ name: 'shop.test', status: 'pending', match: 'any' }, ['shop', 'api']],
    [{ match: 'any', name: 'shop.test', type: 'partial' }, []],
    [{ order: 'name', direction: 'desc' }, ['shop', 'api', 'Shop-two']],
    [{ order: 'status', direction: 'desc' }, ['api', 'shop', 'Shop-two']],
    [{ order: 'account.id', direction: 'desc' }, ['shop', 'api', 'Shop-two']],
    [{ order: 'plan.id' }, ['shop', 'api', 'Shop-two']],
  ] as [Record<string, string | string[]>, string[]][])('by %j gives %j', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });
});
