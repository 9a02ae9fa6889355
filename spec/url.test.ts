import { describe, expect, it } from 'vitest';
import { decodeSegment, parseQuery, splitUrl } from './url.ts';

describe('splitUrl', () => {
  it.each([
    ['http://a.test', { host: 'a.test', path: '/', query: '' }],
    ['http://a.test/', { host: 'a.test', path: '/', query: '' }],
    ['https://a.test:4801/x/y?z=1', { host: 'a.test:4801', path: '/x/y', query: 'z=1' }],
    ['http://a.test?z=/1', { host: 'a.test', path: '/', query: 'z=/1' }],
    ['http://a.test/x?y?z', { host: 'a.test', path: '/x', query: 'y?z' }],
    ['http://a.test/x#y?z', { host: 'a.test', path: '/x', query: '' }],
    ['http://a.test/x?y#z', { host: 'a.test', path: '/x', query: 'y' }],
    ['http://a.test#/x', { host: 'a.test', path: '/', query: '' }],
    ['http://[::1]:4801/x', { host: '[::1]:4801', path: '/x', query: '' }],
    ['http://a.test//x/%2e%2e/', { host: 'a.test', path: '//x/%2e%2e/', query: '' }],
    ['http://a.test/x?', { host: 'a.test', path: '/x', query: '' }],
  ])('cuts %s', (url, parts) => {
    expect(splitUrl(url)).toEqual(parts);
  });
});

describe('decodeSegment', () => {
  it.each([
    ['plain', 'plain'],
    ['a%20b', 'a b'],
    ['%2F', '/'],
    ['%E2%82%AC', '€'],
    ['%', undefined],
    ['%zz', undefined],
    ['%ff', undefined],
  ])('reads %s as %s', (segment, decoded) => {
    expect(decodeSegment(segment)).toBe(decoded);
  });
});

describe('parseQuery', () => {
  it.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a', { a: '' }],
    ['a=x%20y+z', { a: 'x y z' }],
    ['account.id=x', { 'account.id': 'x' }],
    ['a=%zz', { a: '%zz' }],
  ])('reads %s', (query, record) => {
    expect({ ...parseQuery(query) }).toEqual(record);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'treats %s as an ordinary parameter',
    (name) => {
      const record = parseQuery(`${name}=1`);
      expect(Object.entries(record)).toEqual([[name, '1']]);
      expect(Object.getPrototypeOf(record)).toBeNull();
    },
  );
});
