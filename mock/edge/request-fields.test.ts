import { describe, expect, it } from 'vitest';
import { inProcess } from '../app.ts';
import { parseIpAddress } from '../engines/expressions/index.ts';
import { contextOf } from './testing/context-of.ts';
import { ZoneRequest } from './zone-request.ts';

/** The value of a field in a request without tokens. */
const requestField = (request: ZoneRequest, field: string, now: number) =>
  contextOf(request, { now }).get(field);

const now = Date.UTC(2030, 0, 1, 0, 0, 1, 250) + 0.5;
const request = new ZoneRequest(
  new Request('http://API.example.localhost:4801/a/Report.PDF?x=1&y=%20&x=2&flag', {
    headers: {
      'User-Agent': 'probe',
      referer: 'http://r.test/',
      cookie: 'a=1; a=2',
      'x-forwarded-for': '192.0.2.1',
      'content-length': '12',
      'touchstone-host': 'shop.example.localhost',
    },
  }),
  inProcess,
);

describe('the fields of a request', () => {
  it.each([
    ['http.host', 'shop.example.localhost'],
    ['http.request.method', 'GET'],
    ['http.request.version', 'HTTP/1.1'],
    ['http.user_agent', 'probe'],
    ['http.referer', 'http://r.test/'],
    ['http.cookie', 'a=1; a=2'],
    ['http.x_forwarded_for', '192.0.2.1'],
    ['http.request.full_uri', 'http://shop.example.localhost/a/Report.PDF?x=1&y=%20&x=2&flag'],
    ['http.request.uri', '/a/Report.PDF?x=1&y=%20&x=2&flag'],
    ['http.request.uri.path', '/a/Report.PDF'],
    ['http.request.uri.path.extension', 'pdf'],
    ['http.request.uri.query', 'x=1&y=%20&x=2&flag'],
    ['http.request.uri.args.names', ['x', 'y', 'x', 'flag']],
    ['http.request.uri.args.values', ['1', '%20', '2', '']],
    ['http.request.timestamp.sec', Date.UTC(2030, 0, 1, 0, 0, 1) / 1000],
    ['http.request.timestamp.msec', 250],
    ['http.request.body.size', 12],
    ['http.request.headers.truncated', false],
    ['ip.src', parseIpAddress('127.0.0.1')],
    ['ssl', false],
    ['raw.http.request.uri.path', '/a/Report.PDF'],
    ['ip.src.country', undefined],
    ['cf.waf.score', undefined],
    ['constructor', undefined],
    ['raw.', undefined],
  ])('has %s', (field, value) => {
    expect(requestField(request, field, now)).toEqual(value);
  });

  it('has arguments, headers and cookies as lists by name', () => {
    const map = (field: string) =>
      Object.fromEntries(requestField(request, field, now) as Map<string, unknown>);
    expect(map('http.request.uri.args')).toEqual({ x: ['1', '2'], y: ['%20'], flag: [''] });
    expect(map('http.request.cookies')).toEqual({ a: ['1', '2'] });
    expect(map('http.request.headers')).toMatchObject({
      host: ['shop.example.localhost'],
      'user-agent': ['probe'],
    });
    expect(map('http.request.headers')).not.toHaveProperty('touchstone-host');
  });

  it('has empty texts where a request has nothing', () => {
    const bare = new ZoneRequest(new Request('https://a.test/'), inProcess);
    for (const field of ['http.user_agent', 'http.referer', 'http.cookie', 'http.x_forwarded_for']) {
      expect(requestField(bare, field, now)).toBe('');
    }
    expect(requestField(bare, 'http.request.uri.args.names', now)).toEqual([]);
    expect(requestField(bare, 'http.request.uri.path.extension', now)).toBe('');
    expect(requestField(bare, 'http.request.body.size', now)).toBe(0);
    expect(requestField(bare, 'ssl', now)).toBe(true);
  });
});
