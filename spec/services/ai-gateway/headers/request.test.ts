import { describe, expect, test } from 'vitest';
import { gatewayHeadersOf, gatewayRequestHeaders } from './request.ts';

describe('the request headers of the gateway', () => {
  test.each([
    ['cf-aig-gateway-id', 'my-gateway', 'my-gateway'],
    ['cf-aig-skip-cache', 'true', true],
    ['cf-aig-skip-cache', 'FALSE', false],
    ['cf-aig-cache-ttl', '60', 60],
    ['cf-aig-cache-ttl', '2592000', 2_592_000],
    ['cf-aig-max-attempts', '1', 1],
    ['cf-aig-max-attempts', '5', 5],
    ['cf-aig-retry-delay', '60000', 60_000],
    ['cf-aig-backoff', 'exponential', 'exponential'],
    ['cf-aig-metadata', '{"user":7}', { user: 7 }],
    ['cf-aig-custom-cost', '{"total_cost":0.1}', { total_cost: 0.1 }],
  ])('read %s: %s', (name, value, read) => {
    expect(gatewayRequestHeaders.parse({ [name]: value })).toEqual({ [name]: read });
  });

  test.each([
    ['cf-aig-gateway-id', ''],
    ['cf-aig-gateway-id', 'a'.repeat(65)],
    ['cf-aig-gateway-id', '../x'],
    ['cf-aig-skip-cache', 'yes'],
    ['cf-aig-cache-ttl', '2592001'],
    ['cf-aig-cache-ttl', '-1'],
    ['cf-aig-max-attempts', '0'],
    ['cf-aig-max-attempts', '6'],
    ['cf-aig-retry-delay', '60001'],
    ['cf-aig-retry-delay', '1.5'],
    ['cf-aig-backoff', 'random'],
    ['cf-aig-metadata', '{'],
    ['cf-aig-custom-cost', '{"total_cost":-1}'],
  ])('refuse %s: %s', (name, value) => {
    expect(gatewayRequestHeaders.safeParse({ [name]: value }).success).toBe(false);
  });
});

describe('gatewayHeadersOf', () => {
  test('reads the old names where the new ones are missing', () => {
    const headers = new Headers({ 'cf-skip-cache': 'true', 'cf-cache-ttl': '60', 'cf-aig-cache-ttl': '90' });
    expect(gatewayHeadersOf(headers)).toEqual({ 'cf-aig-skip-cache': 'true', 'cf-aig-cache-ttl': '90' });
  });

  test('leaves other headers alone', () => {
    expect(gatewayHeadersOf(new Headers({ 'cf-aig-authorization': 'Bearer x' }))).toEqual({});
  });
});
