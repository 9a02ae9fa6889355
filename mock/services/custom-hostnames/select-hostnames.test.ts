import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import {
  type CustomHostname,
  customHostnameListQuery,
} from '../../../spec/services/custom-hostnames/schemas.ts';
import { selectHostnames } from './select-hostnames.ts';

const records: readonly CustomHostname[] = [
  { id: 'a', hostname: 'shop.one.com', status: 'active' },
  {
    id: 'b',
    hostname: '*.two.com',
    status: 'pending',
    ssl: { id: '1', status: 'pending_validation', certificate_authority: 'google' },
  },
  {
    id: 'c',
    hostname: 'shop.two.com',
    status: 'active',
    ssl: { id: '2', status: 'expired', certificate_authority: 'ssl_com' },
    custom_origin_server: 'origin.two.com',
  },
];

/** Ids that a query selects, in order; or the failure. */
function select(query: Record<string, string>): string[] | string {
  try {
    return selectHostnames(records, customHostnameListQuery.parse(query)).map(({ id }) => id);
  } catch (error) {
    if (error instanceof ApiError) return error.failure;
    throw error;
  }
}

describe('selectHostnames', () => {
  it.each<[Record<string, string>, string[]]>([
    [{}, ['a', 'b', 'c']],
    [{ 'hostname.exact': 'Shop.Two.com' }, ['c']],
    [{ 'hostname.exact': 'two.com' }, []],
    [{ 'hostname.startsWith': 'two' }, []],
    [{ custom_origin_server: 'Origin.two.com' }, ['c']],
    [{ wildcard: 'false' }, ['a', 'c']],
    [{ ssl: '1', hostname_status: 'active' }, ['c']],
    [{ 'hostname.contain': 'shop', ssl: '0' }, ['a']],
    [{ direction: 'desc' }, ['c', 'b', 'a']],
    [{ order: 'ssl', direction: 'desc' }, ['b', 'c', 'a']],
    [{ order: 'ssl_status' }, ['a', 'c', 'b']],
    [{ order: 'ssl_status', direction: 'desc' }, ['b', 'c', 'a']],
  ])('%j selects %j', (query, expected) => {
    expect(select(query)).toEqual(expected);
  });

  it.each<[Record<string, string>, string]>([
    [{ id: 'a', 'hostname.exact': 'shop.one.com' }, 'hostname-filters-excluded'],
    [{ hostname: 'a.com', 'hostname.contain': 'a' }, 'hostname-filters-excluded'],
    [{ 'hostname.contain': 'a b' }, 'hostname-contain-invalid'],
  ])('%j is refused: %s', (query, failure) => {
    expect(select(query)).toBe(failure);
  });
});
