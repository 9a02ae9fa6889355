import { get, type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FixtureSite, serveFixtureSite } from './fixture-site.ts';

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly raw: readonly string[];
  readonly body: Buffer;
}

describe('the pages of the cases of fixtures/markdown', () => {
  let site: FixtureSite;
  beforeAll(async () => {
    site = await serveFixtureSite({ port: 0 });
  });
  afterAll(() => site.close());

  /** Over `node:http`, which leaves codings and repeated headers unchanged. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> =>
    new Promise((resolve, reject) => {
      const send = method === 'GET' ? get : request;
      const sent = send(`${site.url}/markdown/${path}`, { method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status, headers: given, rawHeaders: raw } = response;
          resolve({ status, headers: given, raw, body: Buffer.concat(chunks) });
        });
      });
      sent.on('error', reject);
      sent.end();
    });

  test.each(['request-accept-alone/', 'request-accept-alone/any/path?x=1'])('stand at %s', async (path) => {
    const { status, headers, body } = await ask(path);
    expect([status, headers['touchstone-site'], headers['content-type']]).toEqual([
      200,
      '1',
      'text/html; charset=utf-8',
    ]);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect(body.toString()).toContain('<h1>Opening hours</h1>');
  });

  test('have no other names', async () => {
    expect((await ask('no-such-case/')).body.toString()).toContain('<p>/markdown/no-such-case/</p>');
    expect((await ask('..%2fjwt/')).body.toString()).toContain('<p>/markdown/..%2fjwt/</p>');
  });

  test('have the headers of their case, each as its own field', async () => {
    const { raw } = await ask('headers-two-cookies/');
    expect(raw.filter((name) => name.toLowerCase() === 'set-cookie')).toHaveLength(2);
    expect((await ask('headers-security/')).headers['x-frame-options']).toBe('DENY');
  });

  test('have the status of their case', async () => {
    expect((await ask('status-not-found/')).status).toBe(404);
  });

  test.each([
    ['gzip', [0x1f, 0x8b]],
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ])('are coded in %s', async (coding, magic) => {
    const { headers, body } = await ask(`coding-${coding}/`);
    expect(headers['content-encoding']).toBe(coding);
    expect([...body.subarray(0, magic.length)]).toEqual(magic);
  });

  test('come in chunks if their case says so', async () => {
    const { headers } = await ask('headers-chunked/');
    expect([headers['transfer-encoding'], headers['content-length']]).toEqual(['chunked', undefined]);
  });

  test('have the length of their case', async () => {
    expect((await ask('limit-exact/')).body.length).toBe(6_291_456);
    expect((await ask('limit-above-declared/')).body.length).toBe(6_291_457);
    const cut = (await ask('limit-above-chunked/')).body.toString();
    expect(cut.indexOf('<p>Words behind the limit.')).toBe(6_291_456);
    expect(cut).not.toMatch(/\{\{/);
  });

  test('are not sent if their tag or date matches', async () => {
    const tagged = await ask('request-if-none-match/', { 'if-none-match': '"v1"' });
    expect([tagged.status, tagged.body.length, tagged.headers['etag']]).toEqual([304, 0, '"v1"']);
    expect((await ask('request-if-none-match/', { 'if-none-match': '"v2"' })).status).toBe(200);
    const later = { 'if-modified-since': 'Wed, 04 Nov 2026 10:00:00 GMT' };
    expect((await ask('request-if-modified-since/', later)).status).toBe(304);
    const earlier = { 'if-modified-since': 'Wed, 04 Nov 2020 10:00:00 GMT' };
    expect((await ask('request-if-modified-since/', earlier)).status).toBe(200);
  });

  test('are sent partially for a range', async () => {
    const { status, headers, body } = await ask('request-range/', { range: 'bytes=0-8' });
    expect([status, body.toString()]).toEqual([206, '<!doctype']);
    expect(headers['content-range']).toMatch(/^bytes 0-8\/\d+$/);
  });

  test('have no body for HEAD', async () => {
    const { status, body, headers } = await ask('request-head/', {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
  });
});
