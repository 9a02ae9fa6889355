import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { freePort } from '../../assembly/testing/sockets.ts';
import { fetchOrigin } from './fetch-origin.ts';

const host = 'api.example.localhost';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** An edge in this process in front of an origin on its own port. */
async function edgeBefore(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  timeoutMs?: number,
) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = timeoutMs === undefined ? url : fetchOrigin(url, { timeoutMs });
  const { edge } = createMock({ origin });
  return (path: string, init: RequestInit = {}) => edge(new Request(`http://${host}${path}`, init));
}

describe('an origin reached with fetch', () => {
  it('gets method, path, query and body, and the host of the zone as x-forwarded-host', async () => {
    const ask = await edgeBefore(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { method, url, headers } = request;
      response.end(JSON.stringify({ method, url, body, headers }));
    });
    const answer = await ask('/a%2Fb?x=%20&y', { method: 'PUT', body: 'text', headers: { 'x-own': '1' } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      method: 'PUT',
      url: '/a%2Fb?x=%20&y',
      body: 'text',
      headers: { 'x-own': '1', 'x-forwarded-host': host, 'x-forwarded-for': '127.0.0.1' },
    });
  });

  it('returns redirects unchanged, and cookies separate', async () => {
    const ask = await edgeBefore((_, response) => {
      response.writeHead(302, { location: '/elsewhere', 'set-cookie': ['a=1', 'b=2'] });
      response.end();
    });
    const answer = await ask('/');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/elsewhere');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('returns a decoded body without its Content-Encoding', async () => {
    const packed = gzipSync('hello');
    const ask = await edgeBefore((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length });
      response.end(packed);
    });
    const answer = await ask('/');
    expect(answer.headers.has('content-encoding')).toBe(false);
    expect(answer.headers.has('content-length')).toBe(false);
    expect(await answer.text()).toBe('hello');
  });

  it.each(['identity', 'compress', 'br, compress', 'gzip, br'])(
    'returns a body in the coding %s unchanged, with its headers',
    async (coding) => {
      const ask = await edgeBefore((_, response) => {
        response.writeHead(200, { 'content-encoding': coding, 'content-length': 5 });
        response.end('hello');
      });
      const answer = await ask('/');
      expect(answer.headers.get('content-encoding')).toBe(coding);
      expect(answer.headers.get('content-length')).toBe('5');
      expect(await answer.text()).toBe('hello');
    },
  );

  it('returns the length of a body without a coding', async () => {
    const ask = await edgeBefore((_, response) => {
      response.writeHead(200, { 'content-length': 5 });
      response.end('hello');
    });
    expect((await ask('/')).headers.get('content-length')).toBe('5');
  });

  it.each([204, 304])('answers %i without a body', async (status) => {
    const ask = await edgeBefore((_, response) => {
      response.writeHead(status, { etag: '"x"' });
      response.end();
    });
    const answer = await ask('/');
    expect(answer.status).toBe(status);
    expect(answer.headers.get('etag')).toBe('"x"');
    expect(answer.body).toBeNull();
  });

  it('gets 502 when nothing listens', async () => {
    const { edge } = createMock({ origin: `http://127.0.0.1:${await freePort()}` });
    expect((await edge(new Request(`http://${host}/`))).status).toBe(502);
  });

  it('gets 504 when it does not answer', async () => {
    const ask = await edgeBefore(() => {}, 50);
    const answer = await ask('/');
    expect(answer.status).toBe(504);
    expect(await answer.text()).toContain('no answer within 0.05 seconds');
  });

  it('may take longer for the rest of its answer', async () => {
    const ask = await edgeBefore((_, response) => {
      response.write('first ');
      // Each pause is shorter than the limit, and all of them together are longer.
      setTimeout(() => response.write('second '), 400);
      setTimeout(() => response.write('third '), 800);
      setTimeout(() => response.end('last'), 1200);
    }, 1000);
    expect(await (await ask('/')).text()).toBe('first second third last');
  });

  it('is canceled after a long silence in the middle of its answer', async () => {
    const ask = await edgeBefore((_, response) => void response.write('first '), 100);
    await expect((await ask('/')).text()).rejects.toThrow('no answer within 0.1 seconds');
  });
});
