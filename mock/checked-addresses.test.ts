import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../spec/endpoint.ts';
import { CheckedAddresses } from './checked-addresses.ts';
import type { Route } from './router.ts';

const page = z.object({ page: z.coerce.number().default(1), tag: z.array(z.string()).optional() });

function routeOf(params: Record<string, string>): Route {
  // Of an endpoint, nothing but its path variables is looked at.
  const endpoint = {
    params: z.object({ id: z.string().regex(/^[a-z ]+$/) }),
  } as Partial<Endpoint> as Endpoint;
  return { id: 'zones.zone.get', endpoint, params };
}

describe('CheckedAddresses', () => {
  it('gives the variables of a path, decoded, to each a copy of its own', () => {
    const addresses = new CheckedAddresses();
    const route = routeOf({ id: 'a%20b' });
    const first = addresses.params(route, '/a%20b');
    Object.assign(first, { id: 'changed' });
    expect(addresses.params(route, '/a%20b')).toEqual({ id: 'a b' });
    expect(addresses.params(route, '/a%20b')).not.toBe(addresses.params(route, '/a%20b'));
  });

  it('refuses what does not fit each time', () => {
    const addresses = new CheckedAddresses();
    const route = routeOf({ id: '1' });
    for (const _ of [1, 2]) {
      expect(() => addresses.params(route, '/1')).toThrow();
      expect(() => addresses.query(page, 'page=x')).toThrow();
    }
  });

  it('gives what a query means, with what it leaves out, to each a copy of its own', () => {
    const addresses = new CheckedAddresses();
    for (const _ of [1, 2, 3]) {
      const query = addresses.query(page, 'page=2');
      expect(query).toEqual({ page: 2 });
      Object.assign(query as object, { page: 3 });
      expect(addresses.query(page, '')).toEqual({ page: 1 });
    }
  });

  it('keeps queries of schemas apart', () => {
    const addresses = new CheckedAddresses();
    for (const _ of [1, 2]) {
      expect(addresses.query(page, 'page=2')).toEqual({ page: 2 });
      expect(addresses.query(z.object({ page: z.string() }), 'page=2')).toEqual({ page: '2' });
    }
  });

  it('shares no list between two who ask', () => {
    const addresses = new CheckedAddresses();
    const first = addresses.query(page, 'tag=a&tag=b') as { tag: string[] };
    first.tag.push('c');
    expect(addresses.query(page, 'tag=a&tag=b')).toEqual({ page: 1, tag: ['a', 'b'] });
  });
});
