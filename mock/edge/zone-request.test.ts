import { describe, expect, it } from 'vitest';
import { inProcess, type Peer } from '../api/app.ts';
import { inspectBody, parseCookies, ZoneRequest } from './zone-request.ts';

const elsewhere: Peer = { address: '192.0.2.7', loopback: false };

function zoneRequest(url: string, headers: Record<string, string> = {}, peer: Peer = inProcess): ZoneRequest {
  return new ZoneRequest(new Request(url, { headers }), peer);
}

describe('ZoneRequest', () => {
  it.each([
    ['http://API.Example.localhost:4801/x', 'api.example.localhost'],
    ['http://api.example.localhost./x', 'api.example.localhost'],
    ['http://api.example.localhost.:4801/x', 'api.example.localhost'],
    ['https://example.localhost', 'example.localhost'],
    ['http://127.0.0.1:4801/', '127.0.0.1'],
    ['http://[::1]:4801/', '[::1]'],
  ])('of %s has the host %s', (url, host) => {
    expect(zoneRequest(url).host).toBe(host);
  });

  it.each([
    ['/a/../b?"c"', '/a/../b', '"c"'],
    ['//a\\b', '//a\\b', ''],
    ['/a?b?c#d', '/a', 'b?c'],
    ['http://a.test/x/./y?z', '/x/./y', 'z'],
    ['http://a.test?z', '/', 'z'],
    ['*', '/', ''],
  ])('has path and query of the request line with the target %s', (target, rawPath, query) => {
    const peer = { ...inProcess, target };
    expect(zoneRequest('http://a.test/b', {}, peer)).toMatchObject({ path: '/b', rawPath, query });
    expect(zoneRequest('http://a.test/b?c')).toMatchObject({ path: '/b', rawPath: '/b', query: 'c' });
  });

  it('takes its host from touchstone-host on loopback only', () => {
    const headers = { 'touchstone-host': 'API.example.localhost:4801' };
    expect(zoneRequest('http://localhost:4801/', headers).host).toBe('api.example.localhost');
    expect(zoneRequest('http://localhost:4801/', headers, elsewhere).host).toBe('localhost');
  });

  it('is forwarded unchanged, or changed for its origin, and stays unchanged itself', () => {
    const sent = new Request('http://a.test/', { headers: { range: 'bytes=0-1', accept: '*/*' } });
    const request = new ZoneRequest(sent, inProcess);
    expect(request.forward()).toBe(sent);
    const changed = request.forward((headers) => headers.delete('range'));
    expect(Object.fromEntries(changed.headers)).toEqual({ accept: '*/*' });
    expect(request.header('range')).toBe('bytes=0-1');
  });

  it("hides the mock's own headers", () => {
    const headers = { 'touchstone-host': 'a.test', 'touchstone-signals': '{}', accept: '*/*' };
    const { headers: forwarded } = zoneRequest('http://localhost:4801/', headers).forward();
    expect(Object.fromEntries(forwarded)).toEqual({ accept: '*/*' });
  });

  it('keeps its own properties after it is answered, and is no longer forwarded', () => {
    const request = zoneRequest('http://a.test/x', { accept: '*/*', cookie: 'a=1' });
    expect([...request.settle()]).toEqual([
      ['accept', '*/*'],
      ['cookie', 'a=1'],
    ]);
    expect(request.headers).toEqual([
      ['host', 'a.test'],
      ['accept', '*/*'],
      ['cookie', 'a=1'],
    ]);
    expect([request.header('accept'), request.header('range')]).toEqual(['*/*', undefined]);
    expect(request.cookies.get('a')).toEqual(['1']);
    expect(() => request.forward()).toThrow('was already answered');
  });

  it('has its header lines as sent, if the server provides them', () => {
    const headerLines = [
      ...['Host', 'localhost:4801', 'X-A', 'one', 'touchstone-host', 'a.test'],
      ...['x-a', 'two', 'Cookie', 'a=1', 'cookie', 'a=2'],
    ];
    const headers = { 'touchstone-host': 'a.test', 'x-a': 'one, two', cookie: 'a=1; a=2' };
    const request = zoneRequest('http://localhost:4801/', headers, { ...inProcess, headerLines });
    const lines = [
      ['Host', 'a.test'],
      ['X-A', 'one'],
      ['x-a', 'two'],
      ['Cookie', 'a=1'],
      ['cookie', 'a=2'],
    ];
    expect(request.headers).toEqual(lines);
    expect([0, 1, 2].map((index) => request.headerValue('x-a', index))).toEqual(['one', 'two', undefined]);
    expect(request.cookies.get('a')).toEqual(['1', '2']);
    request.settle();
    expect(request.headers).toEqual(lines);
    expect(request.headerValues.get('x-a')).toEqual(['one', 'two']);
  });
});

describe('parseCookies', () => {
  it.each([
    ['', {}],
    ['a=1; a=2', { a: ['1', '2'] }],
    ['a=b=c', { a: ['b=c'] }],
    ['a', {}],
    ['=a', {}],
    ['a="', { a: ['"'] }],
    ['a%20b=1', { 'a b': ['1'] }],
    ['a%zz=1', { 'a%zz': ['1'] }],
    ['__proto__=1; constructor=2', { constructor: ['2'] }],
  ])('reads %s', (header, expected) => {
    expect(Object.fromEntries(parseCookies(header))).toMatchObject(expected);
  });

  it('keeps a cookie with the name of an inherited member', () => {
    expect(parseCookies('__proto__=1').get('__proto__')).toEqual(['1']);
    expect(parseCookies('').get('constructor')).toBeUndefined();
  });
});

/** A stream of these chunks that counts how many were read. */
function getStream(...chunks: readonly string[]) {
  const rest = [...chunks];
  const taken = { count: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        const chunk = rest.shift();
        if (chunk === undefined) return controller.close();
        taken.count++;
        controller.enqueue(new TextEncoder().encode(chunk));
      },
      cancel() {
        taken.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('inspectBody', () => {
  it('stops after its limit, and streams the rest through', async () => {
    const { stream, taken } = getStream('abc', 'def', 'ghi', 'jkl');
    const { bytes, truncated, replay } = await inspectBody(stream, 4);
    expect([text(bytes), truncated, taken.count]).toEqual(['abcd', true, 2]);
    expect(await new Response(replay).text()).toBe('abcdefghijkl');
  });

  it('forwards the cancellation of the rest', async () => {
    const { stream, taken } = getStream('abc', 'def', 'ghi');
    const { replay } = await inspectBody(stream, 1);
    await (replay as ReadableStream).cancel(); // longer than the limit, so it is a stream
    expect(taken.cancelled).toBe(true);
  });
});
