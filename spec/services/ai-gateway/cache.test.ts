import { describe, expect, test } from 'vitest';
import { cacheSeconds } from './cache.ts';

describe('cacheSeconds', () => {
  const none = { skip: false, ttl: undefined, keyed: false, gatewayTtl: 0 };
  test.each([
    ['nothing is asked for', none, 0],
    ['the gateway does not say', { ...none, gatewayTtl: null }, 0],
    ['the gateway caches', { ...none, gatewayTtl: 120 }, 120],
    ['the request caches', { ...none, ttl: 90 }, 90],
    ['the request asks for little', { ...none, ttl: 1 }, 1],
    ['the gateway allows more than the most', { ...none, gatewayTtl: 9_999_999 }, 2_592_000],
    ['the request wins over the gateway', { ...none, ttl: 90, gatewayTtl: 120 }, 90],
    ['the request turns caching off', { ...none, ttl: 0, gatewayTtl: 120 }, 0],
    ['a key alone is enough', { ...none, keyed: true }, 300],
    ['a key has no time of its own beside one', { ...none, keyed: true, ttl: 90 }, 90],
    ['a key does not help against no caching', { ...none, keyed: true, ttl: 0 }, 0],
    ['skipping wins over all', { skip: true, ttl: 90, keyed: true, gatewayTtl: 120 }, 0],
  ])('where %s', (_, wishes, seconds) => {
    expect(cacheSeconds(wishes)).toBe(seconds);
  });
});
