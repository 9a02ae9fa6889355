import { describe, expect, it } from 'vitest';
import { type Zone, zoneListQuery } from '../../../spec/services/zones/endpoints.ts';
import { newZone } from '../../world/zone-record.ts';
import { selectZones } from './zone-filter.ts';

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
    [{ name: 'shop.test' }, ['shop']],
    [{ name: 'SHOP.test' }, ['shop']],
    [{ name: 'shop' }, []],
    [{ name: 'equal:shop.test' }, ['shop']],
    [{ name: 'not_equal:shop.test' }, ['api', 'Shop-two']],
    [{ name: 'contains:HOP' }, ['shop', 'Shop-two']],
    [{ name: 'starts_with:shop' }, ['shop', 'Shop-two']],
    [{ name: 'ends_with:two.TEST' }, ['Shop-two']],
    [{ name: 'contains_case_sensitive:Shop' }, ['Shop-two']],
    [{ name: 'starts_with_case_sensitive:shop' }, ['shop']],
    [{ name: 'ends_with_case_sensitive:TEST' }, []],
    [{ name: 'contains:' }, ['shop', 'api', 'Shop-two']],
    [{ 'account.name': 'bond: trading' }, ['shop']],
    [{ 'account.name': 'contains:trad' }, ['shop']],
    [{ 'account.id': acme.id }, ['api', 'Shop-two']],
    [{ status: 'pending' }, ['api']],
    [{ status: 'moved' }, []],
    [{ type: 'partial' }, ['Shop-two']],
    [{ type: 'internal' }, ['hidden']],
    [{ type: 'full,internal' }, ['shop', 'api', 'hidden']],
    [{ type: ['partial', 'internal'] }, ['Shop-two', 'hidden']],
    [{ name: 'contains:shop', 'account.id': acme.id }, ['Shop-two']],
    [{ name: 'contains:shop', 'account.id': acme.id, match: 'all' }, ['Shop-two']],
    [{ name: 'shop.test', status: 'pending', match: 'any' }, ['shop', 'api']],
    [{ match: 'any' }, ['shop', 'api', 'Shop-two']],
    [{ match: 'any', name: 'shop.test', type: 'partial' }, []],
    [{ order: 'name' }, ['Shop-two', 'api', 'shop']],
    [{ order: 'name', direction: 'desc' }, ['shop', 'api', 'Shop-two']],
    [{ order: 'status' }, ['shop', 'Shop-two', 'api']],
    [{ order: 'status', direction: 'desc' }, ['api', 'shop', 'Shop-two']],
    [{ order: 'account.id', direction: 'desc' }, ['shop', 'api', 'Shop-two']],
    [{ order: 'account.name', direction: 'asc' }, ['api', 'Shop-two', 'shop']],
    [{ order: 'plan.id' }, ['shop', 'api', 'Shop-two']],
  ] as [Record<string, string | string[]>, string[]][])('by %j gives %j', (query, expected) => {
    expect(names(query)).toEqual(expected);
  });

  it('leaves the list that it was given as it was', () => {
    const before = [...zones];
    names({ order: 'name' });
    expect(zones).toEqual(before);
  });
});
