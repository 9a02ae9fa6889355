// Long: tests every way out of a page on the same gate and servers.
import { createHash, randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../assembly/testing/sockets.ts';
import type { PrivateNetwork } from '../../browser-engine.ts';
import type { EgressGate } from './egress-gate.ts';
import type { ResolveName } from './find-addresses.ts';
import { openGate } from './open-gate.ts';
import { type RawServer, sendRaw, serveRaw } from './sockets.shared.ts';

const open: { close?(): Promise<void>; stop?(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await (one.close ?? one.stop)?.();
});

async function gateFor(network: PrivateNetwork | undefined, resolve?: ResolveName): Promise<EgressGate> {
  const gate = await openGate({ resolve });
  open.push(gate);
  // The requests of these tests do not identify their page.
  gate.identifyBy(async () => true);
  if (network !== undefined) gate.admit(network);
  return gate;
}

async function server(...parameters: Parameters<typeof serveRaw>): Promise<RawServer> {
  const started = await serveRaw(...parameters);
  open.push(started);
  return started;
}

const getPort = (gate: EgressGate) => Number(new URL(gate.proxyUrl).port);
const hello = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello';
/** Answers every complete request, and leaves the connection open. */
const sayHello = (text = hello) =>
  server((socket, received) => {
    if (received.endsWith('\r\n\r\n')) socket.write(text, 'latin1');
  });

/** The end of an exchange through the gate. */
function ask(gate: EgressGate, url: string, headers = ''): Promise<{ text: string; broken: boolean }> {
  return sendRaw(getPort(gate), `GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n${headers}\r\n`).over;
}

describe('a request through the gate', () => {
  it('reaches the server as a direct one, and ends with its response', async () => {
    const { port, received } = await sayHello();
    const gate = await gateFor('loopback');
    const client = sendRaw(
      getPort(gate),
      `GET http://localhost:${port}/a%20b?c={d}#e HTTP/1.1\r\nHost: localhost:${port}\r\nProxy-Connection: keep-alive\r\nConnection: X-Hop, Host\r\nX-Hop: 1\r\nProxy-Authorization: Basic eDp5\r\nUpgrade: h2c\r\nX-Kept: caf\xe9\r\n\r\n`,
    );
    const text = await client.until((all) => all.endsWith('hello'));
    expect(text).toBe('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');
    expect(received).toEqual([
      `GET /a%20b?c={d}#e HTTP/1.1\r\nHost: localhost:${port}\r\nX-Kept: caf\xe9\r\nConnection: close\r\n\r\n`,
    ]);
    client.socket.destroy();
  });

  it.each([
    ['http://localhost', '/'],
    ['http://localhost?q', '/?q'],
    ['http://user:word@localhost/x', '/x'],
  ])('of %s requests %s', async (url, path) => {
    const { port, received } = await server((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const gate = await gateFor('loopback');
    await sendRaw(getPort(gate), `GET ${url.replace('localhost', `localhost:${port}`)} HTTP/1.1\r\n\r\n`)
      .over;
    expect(received[0]?.split('\r\n')[0]).toBe(`GET ${path} HTTP/1.1`);
  });

  it.each([
    [
      'a chunked response',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nT: 1\r\n\r\n',
    ],
    ['a response without a body', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n'],
    ['hints before the response', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nx'],
    ['headers with continuation lines', 'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\nx'],
  ])('passes on %s', async (_, answer) => {
    const { port } = await server((socket) => socket.end(answer));
    const { text } = await ask(await gateFor('loopback'), `http://127.0.0.1:${port}/`);
    const last = answer.lastIndexOf('HTTP/1.1');
    const blank = answer.indexOf('\r\n\r\n', last);
    expect(text).toBe(`${answer.slice(0, blank)}\r\nConnection: close${answer.slice(blank)}`);
  });

  it.each([
    ['anything but HTTP', 'SSH-2.0-OpenSSH\r\n'],
    ['a head that never ends', `HTTP/1.1 200 OK\r\nA: ${'b'.repeat(300_000)}`],
    ['nothing', ''],
    ['a head that breaks off', 'HTTP/1.1 200 OK\r\nA: b'],
  ])('passes on %s unchanged', async (_, answer) => {
    const { port } = await server((socket) => socket.end(answer));
    expect((await ask(await gateFor('loopback'), `http://127.0.0.1:${port}/`)).text).toBe(answer);
  });

  it('passes on a response that arrives byte by byte', async () => {
    const { port } = await server((socket) => {
      const bytes = [...hello];
      const send = () => {
        const next = bytes.shift();
        if (next === undefined) socket.end();
        else socket.write(next, () => setTimeout(send, 1));
      };
      send();
    });
    const { text } = await ask(await gateFor('loopback'), `http://127.0.0.1:${port}/`);
    expect(text).toBe('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello');
  });

  it('passes on large bodies unchanged, in both directions', async () => {
    const body = randomBytes(8_000_000).toString('latin1');
    const { port, received } = await server((socket, sent) => {
      if (sent.length < body.length || !sent.endsWith('END')) return;
      socket.end(Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${body}`, 'latin1'));
    });
    const gate = await gateFor('loopback');
    const client = sendRaw(
      getPort(gate),
      `POST http://127.0.0.1:${port}/ HTTP/1.1\r\nContent-Length: ${body.length + 3}\r\n\r\n${body}END`,
    );
    const hash = (text = '') =>
      createHash('sha256')
        .update(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1')
        .digest('hex');
    expect(hash((await client.over).text)).toBe(hash(`\r\n\r\n${body}`));
    expect(hash(received[0])).toBe(hash(`\r\n\r\n${body}END`));
  });

  it('waits for a slow reader instead of buffering everything', async () => {
    const sent = { bytes: 0 };
    const { port, open: sockets } = await server((socket) => {
      const chunk = Buffer.alloc(65_536);
      const fill = () => {
        while (!socket.destroyed && sent.bytes < 500_000_000) {
          sent.bytes += chunk.length;
          if (!socket.write(chunk)) return void socket.once('drain', fill);
        }
      };
      fill();
    });
    const gate = await gateFor('loopback');
    const client = sendRaw(getPort(gate), `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n\r\n`);
    await client.until((text) => text.length > 0);
    client.socket.pause();
    await new Promise((done) => setTimeout(done, 500));
    expect(sent.bytes).toBeLessThan(100_000_000);
    client.socket.destroy();
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('is dropped at the server when the client disconnects', async () => {
    const { port, open: sockets, received } = await server(() => {});
    const gate = await gateFor('loopback');
    const client = sendRaw(getPort(gate), `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n\r\n`);
    await expect.poll(() => received.length).toBe(1);
    client.socket.destroy();
    await expect.poll(() => sockets.size).toBe(0);
  });

  it('breaks off when the server does, and reports it', async () => {
    const { port } = await server((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      );
    });
    const gate = await gateFor('loopback');
    const url = `http://127.0.0.1:${port}/`;
    expect((await ask(gate, url)).text).toMatch(/abc$/);
    expect(gate.getFailure(url)).toBe('reset');
  });

  it('allows no second one on the same connection', async () => {
    const { port, received } = await sayHello();
    const gate = await gateFor('loopback');
    const request = `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n\r\n`;
    const client = sendRaw(getPort(gate), request);
    await client.until((text) => text.endsWith('hello'));
    expect(received).toHaveLength(1);
    client.socket.end();
    await client.over;
  });
});

describe('a tunnel through the gate', () => {
  it('carries bytes both ways, and may end one side first', async () => {
    const { port } = await server((socket, received) => {
      if (received === 'ping') socket.write('pong');
      socket.once('end', () => socket.end('late'));
    });
    const gate = await gateFor('loopback');
    const client = sendRaw(getPort(gate), `CONNECT localhost:${port} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await client.until((text) => text === 'HTTP/1.1 200 Connection Established\r\n\r\n');
    client.socket.write('ping');
    await client.until((text) => text.endsWith('pong'));
    client.socket.end();
    expect((await client.over).text).toMatch(/\r\n\r\nponglate$/);
  });

  it('breaks when the server breaks it', async () => {
    const { port } = await server((socket) => socket.resetAndDestroy());
    const gate = await gateFor('loopback');
    const client = sendRaw(getPort(gate), `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
    await client.until((text) => text.endsWith('\r\n\r\n'));
    client.socket.write('x');
    await client.over;
    expect(gate.getFailure(`https://127.0.0.1:${port}/`)).toBe('reset');
  });

  it.each([
    ['127.0.0.1:80', '403 Forbidden', 'blocked', 'http://127.0.0.1/'],
    ['nowhere.test:443', '502 Bad Gateway', 'unresolved', 'https://nowhere.test/'],
  ])('to %s is answered %s', async (authority, status, failure, url) => {
    const gate = await gateFor('refused', async () => []);
    const { text } = await sendRaw(getPort(gate), `CONNECT ${authority} HTTP/1.1\r\n\r\n`).over;
    expect(text).toBe(`HTTP/1.1 ${status}\r\n\r\n`);
    expect(gate.getFailure(url)).toBe(failure);
  });
});

describe('what the gate allows', () => {
  it.each<[PrivateNetwork | undefined, string, string]>([
    [undefined, 'localhost', 'blocked'],
    ['refused', 'localhost', 'blocked'],
    ['refused', 'LOCALHOST.', 'blocked'],
    ['refused', 'a.localhost', 'blocked'],
    ['refused', '127.0.0.1', 'blocked'],
    ['refused', '2130706433', 'blocked'],
    ['refused', '0x7f.1', 'blocked'],
    ['refused', '0177.0.0.1', 'blocked'],
    ['refused', '127.0.0.1.', 'blocked'],
    ['refused', '0', 'blocked'],
    ['refused', '[::1]', 'blocked'],
    ['refused', '[::]', 'blocked'],
    ['refused', '[::ffff:127.0.0.1]', 'blocked'],
    ['refused', '[64:ff9b::7f00:1]', 'blocked'],
    ['refused', '10.0.0.1', 'blocked'],
    ['refused', '100.64.0.1', 'blocked'],
    ['refused', '198.18.0.1', 'blocked'],
    ['refused', '224.0.0.1', 'blocked'],
    ['refused', '[fd00::1]', 'blocked'],
    ['refused', 'rebound.test', 'blocked'],
    ['refused', 'mixed.test', 'blocked'],
    ['loopback', 'rebound.test', 'blocked'],
    ['loopback', '10.0.0.1', 'blocked'],
    ['loopback', '0.0.0.0', 'blocked'],
    ['loopback', '[::ffff:127.0.0.1]', 'blocked'],
    ['allowed', '169.254.169.254', 'blocked'],
    ['allowed', '[::ffff:169.254.169.254]', 'blocked'],
    ['allowed', 'metadata.google.internal', 'blocked'],
    ['allowed', 'cloud.test', 'blocked'],
    ['loopback', 'localhost', 'let through'],
    ['loopback', 'App.Localhost.', 'let through'],
    ['loopback', '127.0.0.1', 'let through'],
    ['allowed', 'rebound.test', 'let through'],
    ['allowed', '0', 'let through'],
  ])('with %s: %s is %s', async (network, host, expected) => {
    const names: Record<string, string[]> = {
      'rebound.test': ['127.0.0.1'],
      'mixed.test': ['1.1.1.1', '127.0.0.1'],
      'cloud.test': ['169.254.169.254'],
    };
    const { port, received } = await server((socket) => socket.end(hello));
    const gate = await gateFor(network, async (name) => names[name] ?? []);
    const url = `http://${host}:${port}/`;
    const { text } = await sendRaw(getPort(gate), `GET ${url} HTTP/1.1\r\n\r\n`).over;
    const tunnel = sendRaw(getPort(gate), `CONNECT ${host}:${port} HTTP/1.1\r\n\r\n`);
    const tunnelled = await tunnel.until((all) => all.endsWith('\r\n\r\n'));
    tunnel.socket.destroy();
    if (expected === 'blocked') {
      expect({ text, tunnelled, received }).toEqual({
        text: '',
        tunnelled: 'HTTP/1.1 403 Forbidden\r\n\r\n',
        received: [],
      });
      expect(gate.getFailure(url)).toBe('blocked');
    } else {
      expect(text).toMatch(/hello$/);
      expect(tunnelled).toContain(' 200 ');
      expect(gate.getFailure(url)).toBeUndefined();
    }
  });

  it('changes with `admit`', async () => {
    const { port } = await server((socket) => socket.end(hello));
    const gate = await gateFor('loopback');
    const url = `http://localhost:${port}/`;
    expect((await ask(gate, url)).text).toMatch(/hello$/);
    gate.admit('refused');
    expect(await ask(gate, url)).toMatchObject({ text: '' });
    expect(gate.getFailure(url)).toBe('blocked');
    gate.admit('loopback');
    expect((await ask(gate, url)).text).toMatch(/hello$/);
    expect(gate.getFailure(url)).toBeUndefined();
  });

  it('is a name’s address from its first lookup', async () => {
    const { port } = await server((socket) => socket.end(hello));
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const gate = await gateFor('allowed', async () => answers.shift() ?? []);
    for (let count = 0; count < 3; count++) {
      expect((await ask(gate, `http://name.test:${port}/`)).text).toMatch(/hello$/);
    }
    expect(answers).toHaveLength(1);
  });

  it.each([
    ['loopback', 'localhost', '/_touchstone/seed'],
    ['loopback', '127.0.0.1', '//_touchstone/reset'],
    ['loopback', 'localhost', '/_Touchstone'],
    ['allowed', 'localhost', '/_touchstone/info?a=b'],
    ['allowed', 'mock.test', '/_touchstone/info'],
  ] as const)('with %s: is never the admin interface of a mock: %s%s', async (network, host, path) => {
    const { port, received } = await server((socket) => socket.end(hello));
    const gate = await gateFor(network, async () => ['127.0.0.1']);
    const url = `http://${host}:${port}${path}`;
    expect((await ask(gate, url)).text).toBe('');
    expect(gate.getFailure(url)).toBe('blocked');
    const tunnel = sendRaw(getPort(gate), `CONNECT ${host}:${port} HTTP/1.1\r\n\r\n`);
    await tunnel.until((all) => all.includes(' 200 '));
    tunnel.socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect((await tunnel.over).text).not.toContain('hello');
    expect(received.join('')).toBe('');
    expect((await ask(gate, `http://${host}:${port}/touchstone`)).text).toMatch(/hello$/);
  });

  it('is never the closed port of this machine', async () => {
    const { port, received } = await server((socket) => socket.end(hello));
    const gate = await openGate({ closedPort: () => port });
    open.push(gate);
    gate.admit('allowed');
    const tunnel = sendRaw(getPort(gate), `CONNECT localhost:${port} HTTP/1.1\r\n\r\n`);
    expect((await tunnel.over).text).toContain('403');
    expect(received).toEqual([]);
  });

  it('never is the gate itself', async () => {
    for (const network of ['loopback', 'allowed'] as const) {
      const gate = await gateFor(network);
      expect((await ask(gate, `${gate.proxyUrl}/`)).text).toBe('');
      expect(gate.getFailure(gate.proxyUrl)).toBe('blocked');
    }
  });

  it.each([
    'GET / HTTP/1.1',
    'GET https://example.com/ HTTP/1.1',
    'GET ftp://example.com/ HTTP/1.1',
    'GET http:///x HTTP/1.1',
    'GET http://a..b/ HTTP/1.1',
    'GET http://example.com/ x HTTP/1.1',
    'GET http://example.com/ HTTP/2.0',
    'CONNECT example.com HTTP/1.1',
    'CONNECT example.com:0 HTTP/1.1',
    'CONNECT example.com:65536 HTTP/1.1',
    'CONNECT a@example.com:80 HTTP/1.1',
    'CONNECT [fe80::1%eth0]:80 HTTP/1.1',
    'nonsense',
  ])('is nothing for %j', async (line) => {
    const asked: string[] = [];
    const gate = await gateFor('allowed', async (name) => {
      asked.push(name);
      return [];
    });
    expect((await sendRaw(getPort(gate), `${line}\r\n\r\n`).over).text).toBe('');
    expect(asked).toEqual([]);
  });
});

describe('a request with too long a head', () => {
  it.each([
    ['ends', '\r\n\r\n'],
    ['goes on', ''],
  ])('is dropped whether it %s or not', async (_, end) => {
    const { port, received } = await sayHello();
    const gate = await gateFor('loopback');
    const line = `GET http://127.0.0.1:${port}/${'x'.repeat(300_000)} HTTP/1.1${end}`;
    expect((await sendRaw(getPort(gate), line).over).text).toBe('');
    expect(received).toEqual([]);
  });
});

describe('a connection that fails', () => {
  it('is refused if nothing listens', async () => {
    const port = await freePort();
    const gate = await gateFor('loopback');
    const url = `http://localhost:${port}/`;
    expect((await ask(gate, url)).text).toBe('');
    expect(gate.getFailure(url)).toBe('refused');
    expect(gate.getFailure(`http://localhost:${port + 1}/`)).toBeUndefined();
    expect(gate.getFailure('nonsense')).toBeUndefined();
  });

  it.each<[string, ResolveName]>([
    ['has no address', async () => []],
    ['makes the resolver throw', () => Promise.reject(new Error('ENOTFOUND'))],
  ])('is unresolved if a name %s', async (_, resolve) => {
    const gate = await gateFor('refused', resolve);
    expect((await ask(gate, 'http://name.test/')).text).toBe('');
    expect(gate.getFailure('http://name.test/')).toBe('unresolved');
  });

  it('falls back to the next address', async () => {
    const { port } = await server((socket) => socket.end(hello));
    const gate = await gateFor('allowed', async () => ['127.0.0.2', '::1', '127.0.0.1']);
    expect((await ask(gate, `http://name.test:${port}/`)).text).toMatch(/hello$/);
  });
});

describe('a closed gate', () => {
  it('ends every connection, including pending ones', async () => {
    const { port, open: sockets, received } = await server(() => {});
    const gate = await openGate({ resolve: () => new Promise(() => {}) });
    gate.identifyBy(async () => true);
    gate.admit('loopback');
    const clients = [
      sendRaw(getPort(gate), `GET http://127.0.0.1:${port}/ HTTP/1.1\r\n\r\n`),
      sendRaw(getPort(gate), `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\nx`),
      sendRaw(getPort(gate), 'GET http://name.test/ HTTP/1.1\r\n\r\n'),
      sendRaw(getPort(gate), 'GET http'),
    ];
    await expect.poll(() => received.length).toBe(2);
    await gate.close();
    await Promise.all(clients.map(({ over }) => over));
    await expect.poll(() => sockets.size).toBe(0);
    const late = sendRaw(getPort(gate), 'GET http://127.0.0.1/ HTTP/1.1\r\n\r\n');
    expect(await late.over).toEqual({ text: '', broken: true });
  });
});
