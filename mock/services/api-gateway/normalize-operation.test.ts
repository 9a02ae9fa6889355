import { describe, expect, it } from 'vitest';
import { normalizeOperation } from './normalize-operation.ts';

const endpointOf = (endpoint: string) =>
  normalizeOperation({ method: 'GET', host: 'a.test', endpoint }).endpoint;
const hostOf = (host: string) => normalizeOperation({ method: 'GET', host, endpoint: '/' }).host;

describe('normalizeOperation', () => {
  it.each([
    ['/', '/'],
    ['/users/{id}', '/users/{var1}'],
    ['/{a}/x/{b}/{a}', '/{var1}/x/{var2}/{var3}'],
    ['/files/{name}.json', '/files/{var1}.json'],
    ['/{from}-{to}', '/{var1}-{var2}'],
    ['/{any thing}', '/{var1}'],
    ['/{name%2F}', '/{var1}'],
    ['/a/./b/../c', '/a/c'],
    ['/a/..', '/'],
    ['/../../a', '/a'],
    ['/{x}/../{y}', '/{var2}'],
    ['/a/%2e%2E/b', '/b'],
    ['/%7euser', '/~user'],
    ['/%61%62c', '/abc'],
    ['/a%2fb', '/a%2Fb'],
    ['/caf\u00e9', '/caf%C3%A9'],
    ['/caf%c3%a9', '/caf%C3%A9'],
    ['/\u{1f600}', '/%F0%9F%98%80'],
    ['/a/', '/a/'],
    ['/a//b', '/a//b'],
  ])('writes the endpoint %s as %s', (endpoint, normalized) => {
    expect(endpointOf(endpoint)).toBe(normalized);
  });

  it('encodes half a character as the one that stands for what is broken', () => {
    expect(endpointOf('/\ud83d')).toBe('/%EF%BF%BD');
  });

  it.each([
    ['API.Example.TEST', 'api.example.test'],
    ['{hostVar1}.Example.test', '{hostVar1}.example.test'],
    ['{hostVar2}.{hostVar1}.example.test', '{hostVar2}.{hostVar1}.example.test'],
  ])('writes the host %s as %s', (host, normalized) => {
    expect(hostOf(host)).toBe(normalized);
  });
});
