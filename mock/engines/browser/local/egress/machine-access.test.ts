import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { EgressGate, LocalRequest } from './egress-gate.ts';
import { mayReachMachine } from './machine-access.ts';
import { openGate } from './open-gate.ts';
import { type RawServer, sendRaw, serveRaw } from './sockets.shared.ts';

const endpoint = { host: 'localhost', port: 1 };

describe('a request to this machine', () => {
  it.each<[string, string[], boolean | 'asks the browser']>([
    ['the visit itself', ['Sec-Fetch-Site: none'], true],
    ['the page itself', ['Sec-Fetch-Site: same-origin'], true],
    ['a page of the same site', ['sec-fetch-site: same-site'], true],
    ['another page of this machine', ['Sec-Fetch-Site: cross-site', 'Origin: http://127.0.0.1:1'], true],
    ['a page of this machine', ['Sec-Fetch-Site: cross-site', 'Referer: http://a.localhost:1/'], true],
    ['a socket of this machine', ['Origin: http://localhost:3000'], true],
    ['a page of another site', ['Sec-Fetch-Site: cross-site', 'Origin: https://example.com'], false],
    ['an image of another site', ['Sec-Fetch-Site: cross-site', 'Referer: https://example.com/'], false],
    ['a socket of another site', ['Origin: https://example.com'], false],
    ['a page with a similar name', ['Origin: http://localhost.example.com'], false],
    ['a page of a private network', ['Origin: http://192.168.0.1'], false],
    ['a file', ['Origin: file://'], false],
    ['a page that hides', ['Sec-Fetch-Site: cross-site'], 'asks the browser'],
    ['a page in a sandbox', ['Sec-Fetch-Site: cross-site', 'Origin: null'], 'asks the browser'],
    ['a socket in a sandbox', ['Origin: null'], 'asks the browser'],
  ])('of %s (%j): %s', async (_, lines, expected) => {
    for (const isOfPage of [true, false]) {
      const may = await mayReachMachine(
        { endpoint },
        { firstLine: 'GET / HTTP/1.1', lines },
        async () => isOfPage,
      );
      expect(may).toBe(expected === 'asks the browser' ? isOfPage : expected);
    }
  });

  it.each([true, false])('that cannot be read is allowed if it is the page’s: %s', async (isOfPage) => {
    expect(await mayReachMachine({ endpoint }, undefined, async () => isOfPage)).toBe(isOfPage);
  });
});

describe('a gate to this machine', () => {
  const open: (EgressGate | { close(): Promise<void> })[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  async function both(): Promise<{ port: number; server: RawServer; gate: EgressGate }> {
    const server = await serveRaw((socket, text) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${text.length}`));
    const gate = await openGate();
    open.push(gate, { close: server.stop });
    gate.admit('loopback');
    return { port: Number(new URL(gate.proxyUrl).port), server, gate };
  }

  it.each([
    ['http://localhost:3000', true],
    ['https://example.com', false],
  ])('allows requests of %s: %s', async (origin, through) => {
    const { port, server } = await both();
    const { text } = await sendRaw(
      port,
      `POST http://localhost:${server.port}/ HTTP/1.1\r\nOrigin: ${origin}\r\n\r\n`,
    ).over;
    expect(text.includes('200 OK')).toBe(through);
    expect(server.received).toHaveLength(through ? 1 : 0);
  });

  it.each([
    ['http://localhost:3000', true],
    ['https://example.com', false],
  ])('allows sockets of %s: %s', async (origin, through) => {
    const { port, server } = await both();
    const client = sendRaw(port, `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
    await client.until((text) => text.endsWith('\r\n\r\n'));
    client.socket.write('GET / HTTP/1.1\r\nUpgrade: web');
    await new Promise((done) => setTimeout(done, 20));
    client.socket.write(`socket\r\nOrigin: ${origin}\r\n\r\n`);
    const { text } = await client.over;
    expect(text.includes('200 OK')).toBe(through);
    expect(server.received).toEqual(
      through ? [`GET / HTTP/1.1\r\nUpgrade: websocket\r\nOrigin: ${origin}\r\n\r\n`] : [],
    );
  });

  it('allows unreadable requests of a page, and connects to nothing before bytes arrive', async () => {
    const { port, server, gate } = await both();
    gate.identifyBy(async (request) =>
      isDeepStrictEqual(request, { endpoint: { host: '127.0.0.1', port: server.port }, head: undefined }),
    );
    const client = sendRaw(port, `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
    await client.until((text) => text.endsWith('\r\n\r\n'));
    await new Promise((done) => setTimeout(done, 50));
    expect(server.received).toEqual([]);
    client.socket.write('\x16\x03\x01');
    await client.over;
    expect(server.received).toEqual(['\x16\x03\x01']);
  });

  it('identifies requests as the browser does', async () => {
    const { port, server, gate } = await both();
    const asked: LocalRequest[] = [];
    gate.identifyBy(async (request) => {
      asked.push(request);
      return false;
    });
    const host = `localhost:${server.port}`;
    const { text } = await sendRaw(port, `POST http://${host}?a=b HTTP/1.1\r\nOrigin: null\r\n\r\n`).over;
    const client = sendRaw(port, `CONNECT ${host} HTTP/1.1\r\n\r\nGET /c HTTP/1.1\r\n\r\n`);
    await client.over;
    expect([text, server.received]).toEqual(['', []]);
    const at = { host: 'localhost', port: server.port };
    expect(asked).toMatchObject([
      { endpoint: at, head: { method: 'POST', path: '/?a=b' } },
      { endpoint: at, head: { method: 'GET', path: '/c' } },
    ]);
  });
});
