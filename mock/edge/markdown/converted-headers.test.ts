import { describe, expect, it } from 'vitest';
import {
  convertedHeaders,
  getParameter,
  parseMediaType,
  splitOutsideQuotes,
  varyByAccept,
} from './converted-headers.ts';

describe('convertedHeaders', () => {
  it('are those of the page except those that only apply to the page', () => {
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

  it('keep several Set-Cookie headers separate', () => {
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

describe('parseMediaType', () => {
  it.each([
    ['text/html', 'text/html', undefined],
    ['Text/HTML', 'text/html', undefined],
    [' text/html ; charset=utf-8', 'text/html', 'utf-8'],
    ['text/html;CHARSET="ISO-8859-1"', 'text/html', 'ISO-8859-1'],
    ['text/html;charset="a\\"b"', 'text/html', 'a"b'],
    ['text/html; a="charset=x;"; charset=koi8-r', 'text/html', 'koi8-r'],
    ['text/html; charset', 'text/html', undefined],
    ['text/html; charset=a; charset=b', 'text/html', 'a'],
    ['application/xhtml+xml', 'application/xhtml+xml', undefined],
    ['', '', undefined],
    [';;;', '', undefined],
  ])('reads %j as %s with the charset %s', (value, essence, charset) => {
    expect(parseMediaType(value)).toEqual({ essence, charset });
  });
});

describe('splitOutsideQuotes', () => {
  it.each([
    ['a, b,,c ,', ['a', 'b', 'c']],
    ['a;x="1,2", b', ['a;x="1,2"', 'b']],
    ['a;x="\\",", b', ['a;x="\\","', 'b']],
    ['a;x="never closed, b', ['a;x="never closed, b']],
    ['a;x="\\', ['a;x="\\']],
    ['', []],
  ])('splits %j into %j', (value, pieces) => {
    expect(splitOutsideQuotes(value, ',')).toEqual(pieces);
  });

  it('takes linear time for a value of quotes and backslashes', () => {
    const started = performance.now();
    splitOutsideQuotes('"\\'.repeat(200_000), ',');
    splitOutsideQuotes(`${'"a'.repeat(200_000)}\\`, ',');
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('getParameter', () => {
  it('does not read the type itself as a parameter', () => {
    expect(getParameter(['q=1', 'q=0.5'], 'q')).toBe('0.5');
  });
});
