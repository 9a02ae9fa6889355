import { describe, expect, it } from 'vitest';
import { convertedHeaders, varyByAccept } from './converted-headers.ts';

describe('convertedHeaders', () => {
  it('are those of the page without what is true of the page alone', () => {
    const page = new Headers({
      'content-type': 'text/html; charset=iso-8859-1',
      'content-length': '5',
      'content-encoding': 'gzip',
      'content-range': 'bytes 0-4/5',
      'transfer-encoding': 'chunked',
      etag: '"x"',
      'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'cache-control': 'max-age=60',
      'strict-transport-security': 'max-age=1',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      digest: 'sha-256=x',
      'x-own': '1',
    });
    expect(Object.fromEntries(convertedHeaders(page))).toEqual({
      'content-type': 'text/markdown; charset=utf-8',
      vary: 'accept',
      'content-signal': 'ai-train=yes, search=yes, ai-input=yes',
      'cache-control': 'max-age=60',
      'strict-transport-security': 'max-age=1',
      'access-control-allow-origin': '*',
      'accept-ranges': 'bytes',
      digest: 'sha-256=x',
      'x-own': '1',
    });
    expect(page.get('etag')).toBe('"x"');
  });

  it('keep each Set-Cookie apart', () => {
    const page = new Headers();
    page.append('set-cookie', 'a=1; Expires=Thu, 01 Jan 2032 00:00:00 GMT');
    page.append('set-cookie', 'b=2');
    expect(convertedHeaders(page).getSetCookie()).toEqual([
      'a=1; Expires=Thu, 01 Jan 2032 00:00:00 GMT',
      'b=2',
    ]);
  });

  it('keep the content-signal of the page', () => {
    const page = new Headers({ 'content-signal': 'ai-train=no' });
    expect(convertedHeaders(page).get('content-signal')).toBe('ai-train=no');
  });
});

describe('varyByAccept', () => {
  it.each([
    [undefined, 'accept'],
    ['', 'accept'],
    ['Accept-Encoding', 'Accept-Encoding, accept'],
    ['Accept', 'Accept'],
    ['cookie , ACCEPT', 'cookie , ACCEPT'],
    ['Accept-Language,X-Accept', 'Accept-Language,X-Accept, accept'],
    ['*', '*, accept'],
  ])('makes %j %j', (before, after) => {
    const headers = new Headers(before === undefined ? {} : { vary: before });
    varyByAccept(headers);
    expect(headers.get('vary')).toBe(after);
  });
});
