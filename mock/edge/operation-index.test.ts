import { describe, expect, it } from 'vitest';
import type { OperationInput } from '../../spec/services/api-gateway/endpoints.ts';
import { normalizeOperation } from '../services/api-gateway/api-gateway-service.ts';
import { IdSource } from '../world/ids.ts';
import { HostIndex, OperationIndex } from './operation-index.ts';

const ids = new IdSource(1);

function indexOf(...inputs: readonly (readonly [OperationInput['method'], string, string])[]) {
  return new OperationIndex(
    inputs.map(([method, host, endpoint]) => ({
      operation_id: ids.uuid(),
      ...normalizeOperation({ method, host, endpoint }),
      last_updated: '2030-01-01T00:00:00.000000Z',
    })),
  );
}

/** The endpoint that matches a path, among GET endpoints of one host. */
function found(endpoints: readonly string[], path: string): string | undefined {
  const index = indexOf(...endpoints.map((endpoint) => ['GET', 'a.test', endpoint] as const));
  return index.match('GET', 'a.test', path)?.endpoint;
}

describe('OperationIndex', () => {
  it.each([
    [['/'], '/', '/'],
    [['/'], '/a', undefined],
    [['/users'], '/users', '/users'],
    [['/users'], '/Users', undefined],
    [['/users'], '/users/', undefined],
    [['/users/'], '/users', undefined],
    [['/users/'], '/users/', '/users/'],
    [['/users/{id}'], '/users/7', '/users/{var1}'],
    [['/users/{id}'], '/users/', undefined],
    [['/users/{id}'], '/users', undefined],
    [['/users/{id}'], '/users/7/', undefined],
    [['/users/{id}'], '/users/7/posts', undefined],
    [['/{a}'], '/', undefined],
    [['/{a}/{b}'], '/x/y', '/{var1}/{var2}'],
    [['/{a}/{b}'], '//y', undefined],
    // literal before variable, at the first difference
    [['/{a}', '/users'], '/users', '/users'],
    [['/users/{id}', '/users/me'], '/users/me', '/users/me'],
    [['/{a}/me', '/users/{b}'], '/users/me', '/users/{var1}'],
    [['/{a}/{b}/c', '/a/{b}/{c}'], '/a/b/c', '/a/{var1}/{var2}'],
    // and back when the literal leads nowhere
    [['/users/{id}', '/{a}/me/x'], '/users/me/x', '/{var1}/me/x'],
    [['/a/b/c', '/a/{x}/d'], '/a/b/d', '/a/{var1}/d'],
    // segments that mix text and variables
    [['/{name}.json'], '/a.json', '/{var1}.json'],
    [['/{name}.json'], '/.json', undefined],
    [['/{name}.json'], '/a.jsonx', undefined],
    [['/{name}.json', '/{id}'], '/a.json', '/{var1}.json'],
    [['/{name}.json', '/{id}'], '/a.xml', '/{var1}'],
    [['/{name}.json', '/a.json'], '/a.json', '/a.json'],
    [['/v{major}.{minor}'], '/v1.2', '/v{var1}.{var2}'],
    [['/v{major}.{minor}'], '/v1.', undefined],
    [['/v{major}.{minor}'], '/v.2', undefined],
    [['/{a}-{b}'], '/x-y-z', '/{var1}-{var2}'],
    [['/{a}-{b}'], '/--', undefined],
    [['/{a}-{b}'], '/---', '/{var1}-{var2}'],
    // dot segments and encodings
    [['/a/b'], '/a/./b', '/a/b'],
    [['/a/b'], '/a/x/../b', '/a/b'],
    [['/a/b'], '/../a/b', '/a/b'],
    [['/a/b'], '/a/%2e/b', '/a/b'],
    [['/a/b'], '/a/%2E%2e/a/b', '/a/b'],
    [['/admin'], '/public/..%2fadmin', undefined],
    [['/users/{id}'], '/users/a%2Fb', '/users/{var1}'],
    [['/a%2Fb'], '/a%2fb', '/a%2Fb'],
    [['/a%2Fb'], '/a/b', undefined],
    [['/abc'], '/%61bc', '/abc'],
    [['/café'], '/caf%c3%a9', '/caf%C3%A9'],
    [['/a'], '/a%', undefined],
    [['/{x}'], '/%', '/{var1}'],
    [['/a//b'], '/a//b', '/a//b'],
    [['/a/b'], '/a//b', undefined],
  ])('of %j finds for %s %s', (endpoints, path, expected) => {
    expect(found(endpoints, path)).toBe(expected);
  });

  it('finds by host, with one label for each variable', () => {
    const index = indexOf(['GET', 'a.test', '/x'], ['GET', '{hostVar1}.b.test', '/x']);
    expect(index.match('GET', 'a.test', '/x')?.host).toBe('a.test');
    expect(index.match('GET', 'shop.b.test', '/x')?.host).toBe('{hostVar1}.b.test');
    expect(index.match('GET', 'b.test', '/x')).toBeUndefined();
    expect(index.match('GET', 'x.y.b.test', '/x')).toBeUndefined();
    expect(index.match('GET', 'c.test', '/x')).toBeUndefined();
  });

  it('prefers a literal host, and continues if it has no such path', () => {
    const index = indexOf(
      ['GET', '{any}.test', '/x'],
      ['GET', 'a.test', '/{y}'],
      ['GET', '{any}.test', '/only/here'],
    );
    expect(index.match('GET', 'a.test', '/x')?.host).toBe('a.test');
    expect(index.match('GET', 'a.test', '/only/here')?.host).toBe('{any}.test');
  });

  it('does not find inherited members of objects', () => {
    const index = indexOf(['GET', 'a.test', '/{x}']);
    expect(index.match('constructor', 'a.test', '/a')).toBeUndefined();
    expect(index.match('GET', '__proto__', '/a')).toBeUndefined();
    expect(index.match('GET', 'a.test', '/__proto__')?.endpoint).toBe('/{var1}');
  });
});

function createHostIndex(...hosts: readonly string[]): HostIndex<string[]> {
  const index = new HostIndex<string[]>(() => []);
  for (const host of hosts) index.entry(host).push(host);
  return index;
}

describe('HostIndex', () => {
  it.each([
    ['api.example.com', ['api.example.com', 'api.{b}.com', '{a}.example.com']],
    ['shop.example.com', ['{a}.example.com']],
    ['api.other.com', ['api.{b}.com']],
    ['a.b.example.com', ['{x}.{y}.example.com']],
    ['example.com', []],
    ['other.com', []],
    ['.example.com', []],
    ['a.b.c.example.com', []],
    ['', []],
  ])('matches %s with one label for each variable, the most literal first', (host, expected) => {
    const index = createHostIndex('{a}.example.com', 'api.{b}.com', 'api.example.com', '{x}.{y}.example.com');
    expect([...index.matches(host)].flat()).toEqual(expected);
  });
});
