import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../assembly/testing/sockets.ts';
import { createMock } from '../index.ts';
import { bunOrigin } from './bun-origin.ts';
import { httpOrigin } from './http-origin.ts';

const host = 'api.example.localhost';
const closers: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** An origin for one test. */
async function originServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer(answer);
  await listening(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function listening(server: TcpServer): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** The origin by URL of this runtime. */
const origins = 'Bun' in globalThis ? { httpOrigin, bunOrigin } : { httpOrigin };

/** Puts an edge on a real port in front of an origin. */
const edgeThrough =
  (originByUrl: typeof httpOrigin) =>
  async (baseUrl: string, timeoutMs?: number): Promise<string> => {
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    const mock = createMock({ origin: originByUrl(baseUrl, options) });
    const { edge } = await mock.listen({ port: 0 });
    closers.push(() => mock.close());
    return edge;
  };

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** Sends a request over a socket with the zone as Host, and decodes nothing. */
function ask(
  edge: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${edge}${path}`, {
      method,
      headers: { host, ...headers },
      agent: false,
    });
    request.on('error', reject);
    request.on('response', async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
      } catch (error) {
        return reject(error);
      }
      const { statusCode: status = 0, headers, rawHeaders } = response;
      resolve({ status, headers, rawHeaders, body: Buffer.concat(chunks) });
    });
    request.end(body);
  });
}

const echo = async (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, url, headers } = request;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
};

describe.each(Object.entries(origins))('%s', (_, originByUrl) => {
  const edgeFor = edgeThrough(originByUrl);

  it('gets method, path, query, body and the host of the zone', async () => {
    const edge = await edgeFor(await originServer(echo));
    const { status, body } = await ask(edge, '/a%2Fb/../c?x=%20&y', {
      method: 'PUT',
      headers: { 'content-type': 'text/plain', 'x-own': '1', cookie: 'a=1; b=2' },
      body: 'text',
    });
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toMatchObject({
      method: 'PUT',
      url: expect.stringMatching(/^\/(?:a%2Fb\/\.\.\/)?c\?x=%20&y$/),
      body: 'text',
      headers: {
        host,
        'content-type': 'text/plain',
        'content-length': '4',
        'x-own': '1',
        cookie: 'a=1; b=2',
        'cf-connecting-ip': '127.0.0.1',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
      },
    });
  });

  it('gets the host in touchstone-host, but not that header', async () => {
    const edge = await edgeFor(await originServer(echo));
    const { body } = await ask(edge, '/', {
      method: 'POST',
      body: 'text',
      headers: { host: 'localhost', 'touchstone-host': host },
    });
    const { headers, body: sent } = JSON.parse(body.toString());
    expect(headers.host).toBe(host);
    expect(headers).not.toHaveProperty('touchstone-host');
    expect(sent).toBe('text');
  });

  it('gets requests below the path of its URL', async () => {
    const edge = await edgeFor(`${await originServer(echo)}/base/`);
    expect(JSON.parse((await ask(edge, '/x?y=1')).body.toString()).url).toBe('/base/x?y=1');
  });

  it('gets no hop-by-hop headers', async () => {
    const edge = await edgeFor(await originServer(echo));
    const { body } = await ask(edge, '/', {
      headers: { connection: 'close, x-hop', 'x-hop': '1', te: 'trailers', 'keep-alive': 'timeout=5' },
    });
    const { headers } = JSON.parse(body.toString());
    for (const name of ['x-hop', 'te', 'upgrade', 'transfer-encoding'])
      expect(headers).not.toHaveProperty(name);
    expect(headers.connection ?? 'keep-alive').toBe('keep-alive');
  });

  it("gets the client's address appended to the forwarded addresses", async () => {
    const edge = await edgeFor(await originServer(echo));
    const { body } = await ask(edge, '/', { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect(JSON.parse(body.toString()).headers['x-forwarded-for']).toBe('192.0.2.1, 127.0.0.1');
  });

  it('gets a body of unknown length in chunks, and an empty one as none', async () => {
    const edge = await edgeFor(await originServer(echo));
    const chunked = await ask(edge, '/', {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
      body: 'chunked text',
    });
    expect(JSON.parse(chunked.body.toString()).body).toBe('chunked text');
    const empty = await ask(edge, '/', { method: 'POST', headers: { 'content-length': '0' } });
    expect(JSON.parse(empty.body.toString())).toMatchObject({ method: 'POST', body: '' });
  });

  it('gets a body of several megabytes completely', async () => {
    const edge = await edgeFor(
      await originServer(async (request, response) => {
        let size = 0;
        for await (const chunk of request) size += chunk.length;
        response.end(String(size));
      }),
    );
    const body = Buffer.alloc(5_000_000, 'a');
    expect((await ask(edge, '/', { method: 'POST', body })).body.toString()).toBe('5000000');
  });

  it('answers with its own status and headers, with repeated headers kept apart', async () => {
    const edge = await edgeFor(
      await originServer((_, response) => {
        response.writeHead(418, [
          ...['x-own', '1'],
          ...['set-cookie', 'a=1; Path=/'],
          ...['set-cookie', 'b=2; Expires=Thu, 01 Jan 2032 00:00:00 GMT'],
          ...['keep-alive', 'timeout=5'],
        ]);
        response.end('teapot');
      }),
    );
    const { status, headers, body } = await ask(edge, '/');
    expect(status).toBe(418);
    expect(body.toString()).toBe('teapot');
    expect(headers['x-own']).toBe('1');
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2032 00:00:00 GMT']);
    expect(headers['touchstone-operation']).toBe('edge.request');
    expect(headers['cf-ray']).toBeDefined();
  });

  it.each([301, 302, 303, 307, 308])('answers a redirect %i unchanged', async (status) => {
    const edge = await edgeFor(
      await originServer((_, response) => {
        response.writeHead(status, { location: '/elsewhere' });
        response.end();
      }),
    );
    const answer = await ask(edge, '/');
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBe('/elsewhere');
  });

  it('answers with its encoded bytes unchanged', async () => {
    const packed = gzipSync('hello '.repeat(100));
    const edge = await edgeFor(
      await originServer((request, response) => {
        expect(request.headers['accept-encoding']).toBe('gzip, br');
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length });
        response.end(packed);
      }),
    );
    const { headers, body } = await ask(edge, '/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(body.equals(packed)).toBe(true);
  });

  it.each([204, 304])('answers %i without a body', async (status) => {
    const edge = await edgeFor(
      await originServer((_, response) => {
        response.writeHead(status, { etag: '"x"' });
        response.end();
      }),
    );
    const answer = await ask(edge, '/');
    expect(answer.status).toBe(status);
    expect(answer.headers.etag).toBe('"x"');
    expect(answer.body).toHaveLength(0);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const edge = await edgeFor(
      await originServer((request, response) => {
        response.writeHead(200, {
          'content-type': 'text/plain',
          'content-length': 5,
          'x-method': request.method,
        });
        response.end('hello');
      }),
    );
    const answer = await ask(edge, '/', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'x-method': 'HEAD', 'content-length': '5' });
    expect(answer.body).toHaveLength(0);
  });

  it('streams its answer: the first piece arrives before the last is written', async () => {
    let finish = () => {};
    const edge = await edgeFor(
      await originServer((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('first\n');
        finish = () => response.end('last\n');
      }),
    );
    const response = await fetch(`${edge}/`, { headers: { 'touchstone-host': host } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('first\n');
    finish();
    expect((await reader?.read())?.value).toBe('last\n');
  });

  it('streams a request: its first piece arrives before the last is sent', async () => {
    let first = (_: string) => {};
    const arrived = new Promise<string>((resolve) => {
      first = resolve;
    });
    const edge = await edgeFor(
      await originServer(async (request, response) => {
        let text = '';
        for await (const chunk of request) {
          text += chunk;
          first(text);
        }
        response.end(text);
      }),
    );
    const answer = new Promise<string>((resolve, reject) => {
      const request = httpRequest(`${edge}/`, { method: 'POST', headers: { host }, agent: false });
      request.on('error', reject);
      request.on('response', async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve(text);
      });
      request.write('first ');
      arrived.then(() => request.end('last'));
    });
    expect(await arrived).toBe('first ');
    expect(await answer).toBe('first last');
  });

  it('notices when the client goes away', async () => {
    let gone = () => {};
    const left = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const edge = await edgeFor(
      await originServer((_, response) => {
        response.on('close', gone);
        response.write('first');
      }),
    );
    const stop = new AbortController();
    const response = await fetch(`${edge}/`, { headers: { 'touchstone-host': host }, signal: stop.signal });
    await response.body?.getReader().read();
    stop.abort();
    await left;
  });
});

describe.each(Object.entries(origins))('%s, when the origin fails,', (_, originByUrl) => {
  const edgeFor = edgeThrough(originByUrl);

  it('is replaced by 502 when nothing listens', async () => {
    const edge = await edgeFor(`http://127.0.0.1:${await freePort()}`);
    const { status, headers, body } = await ask(edge, '/');
    expect(status).toBe(502);
    expect(headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(body.toString()).toContain('The origin of example.localhost could not be reached.');
  });

  it.each([
    ['closes the connection', ''],
    ['speaks something else', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['reports an invalid status', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n'],
  ])('is replaced by 502 when it %s, and the edge goes on', async (_, text) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.end(text));
    });
    await listening(server);
    closers.push(() => void server.close());
    const edge = await edgeFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect((await ask(edge, '/')).status).toBe(502);
    expect((await ask(edge, '/', { method: 'POST', body: 'text' })).status).toBe(502);
  });

  it('is replaced by 504 when it is silent', async () => {
    const edge = await edgeFor(await originServer(() => {}), 100);
    const { status, body } = await ask(edge, '/');
    expect(status).toBe(504);
    expect(body.toString()).toContain('no answer within 0.1 seconds');
  });

  it('cuts off an answer that falls silent in the middle', async () => {
    const url = await originServer((_, response) => {
      response.writeHead(200);
      response.write('part');
    });
    await expect(ask(await edgeFor(url, 300), '/')).rejects.toThrow();
  });

  it('cuts off its answer when the origin stops in the middle', async () => {
    const edge = await edgeFor(
      await originServer((_, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('part');
        setTimeout(() => response.destroy(), 20);
      }),
    );
    await expect(ask(edge, '/')).rejects.toThrow();
    expect(await ask(edge, '/x').catch(() => 'cut')).toBe('cut');
  });
});

describe('httpOrigin', () => {
  it('reports that an answer fell silent in the middle', async () => {
    const url = await originServer((_, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('part');
    });
    const context = { zone: 'example.localhost', host, clientAddress: '127.0.0.1', decisions: {} };
    const answer = await httpOrigin(url, { timeoutMs: 1500 })(new Request(`http://${host}/`), context);
    await expect(answer.text()).rejects.toThrow('no answer within 1.5 seconds');
  });
});
