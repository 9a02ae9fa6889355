import { describe, expect, it } from 'vitest';
import { clientSignal, connectionHeaders, forwardedHeaders } from './forwarded-headers.ts';

const context = { zone: 'a.test', host: 'api.a.test', clientAddress: '192.0.2.7', decisions: {} };

describe('forwardedHeaders', () => {
  it('keep end-to-end headers and drop hop-by-hop headers', () => {
    const request = new Request('http://localhost/', {
      headers: {
        accept: 'text/html',
        'x-own': '1',
        connection: 'Close, X-Hop',
        'x-hop': '1',
        te: 'trailers',
        expect: '100-continue',
        'x-forwarded-for': '192.0.2.1',
      },
    });
    expect(Object.fromEntries(forwardedHeaders(request, context))).toEqual({
      accept: 'text/html',
      'x-own': '1',
      host: 'api.a.test',
      'cf-connecting-ip': '192.0.2.7',
      'x-forwarded-for': '192.0.2.1, 192.0.2.7',
      'x-forwarded-proto': 'http',
    });
  });
});

describe('connectionHeaders', () => {
  it.each([
    [null, 'keep-alive', true],
    [null, 'x-hop', false],
    ['x-hop', 'x-hop', true],
    ['close, X-Hop ,y', 'x-hop', true],
    ['close', 'content-type', false],
  ])('of "Connection: %s" hold %s: %s', (connection, name, held) => {
    expect(connectionHeaders(connection).has(name)).toBe(held);
  });
});

it('the signal of a client is that of its request', () => {
  const client = new AbortController();
  const signal = clientSignal(new Request('http://localhost/', { signal: client.signal }));
  expect(signal?.aborted).toBe(false);
  client.abort();
  expect(signal?.aborted).toBe(true);
});
