import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FixtureSite, serveFixtureSite } from './fixture-site.ts';

describe('serveFixtureSite', () => {
  let site: FixtureSite;
  beforeAll(async () => {
    site = await serveFixtureSite({ port: 0 });
  });
  afterAll(() => site.close());

  test.each([
    ['/', '<h1>Fixture shop</h1>'],
    ['/orders', '<h1>Orders</h1>'],
    ['/orders?page=2', '<h1>Orders</h1>'],
    ['/login', '<h1>Sign in</h1>'],
    ['/any/path/at/all', '<p>/any/path/at/all</p>'],
    ['/..%2f..%2fpackage.json', '<p>/..%2f..%2fpackage.json</p>'],
    ['/a&b', '<p>/a&amp;b</p>'],
  ])('answers %s with a page that carries the mark', async (path, expected) => {
    const response = await fetch(`${site.url}${path}`);
    expect([response.status, response.headers.get('touchstone-site')]).toEqual([200, '1']);
    expect(await response.text()).toContain(expected);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('answers %s as well', async (method) => {
    const response = await fetch(`${site.url}/orders/7`, { method });
    expect([response.status, response.headers.get('touchstone-site')]).toEqual([200, '1']);
  });

  test('returns the request at /echo', async () => {
    const response = await fetch(`${site.url}/echo?a=1&a=2`, {
      method: 'POST',
      headers: { 'X-Some': 'thing' },
      body: 'grüße',
    });
    const echo: unknown = await response.json();
    expect(echo).toMatchObject({ method: 'POST', path: '/echo', query: 'a=1&a=2', body: 'grüße' });
    expect(JSON.stringify(echo).toLowerCase()).toContain('["x-some","thing"]');
  });
});
