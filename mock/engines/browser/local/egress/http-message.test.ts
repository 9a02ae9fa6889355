import { afterEach, describe, expect, it } from 'vitest';
import type { EgressGate } from './egress-gate.ts';
import { createAskers } from './http-message.ts';
import { openGate } from './open-gate.ts';
import { type RawServer, sendRaw, serveRaw } from './sockets.shared.ts';

const request = (...lines: string[]) => ({ firstLine: 'GET / HTTP/1.1', lines });

describe('a request for this machine', () => {
  it.each<[string, string[], boolean, boolean]>([
    ['nobody but the asker', ['Sec-Fetch-Site: none'], true, true],
    ['the page itself', ['Sec-Fetch-Site: same-origin'], true, true],
    ['a page of the same site', ['sec-fetch-site: same-site'], true, true],
    [
      'another page of this machine',
      ['Sec-Fetch-Site: cross-site', 'Origin: http://127.0.0.1:1'],
      true,
      true,
    ],
    ['a page of this machine', ['Sec-Fetch-Site: cross-site', 'Referer: http://a.localhost:1/'], true, true],
    ['a socket of this machine', ['Origin: http://localhost:3000'], true, true],
    ['a page of somebody else', ['Sec-Fetch-Site: cross-site', 'Origin: https://example.com'], false, false],
    [
      'an image of somebody else',
      ['Sec-Fetch-Site: cross-site', 'Referer: https://example.com/'],
      false,
      false,
    ],
    ['a socket of somebody else', ['Origin: https://example.com'], false, false],
    ['a page of a like name', ['Origin: http://localhost.example.com'], false, false],
    ['a page of a private network', ['Origin: http://192.168.0.1'], false, false],
    ['a page that hides', ['Sec-Fetch-Site: cross-site'], true, false],
    ['a page in a sandbox', ['Sec-Fetch-Site: cross-site', 'Origin: null'], true, false],
    ['a socket in a sandbox', ['Origin: null'], true, false],
    ['a file', ['Origin: file://'], false, false],
  ])('of %s (%j): %s where HTML was given, %s where an address was', (_, lines, given, addressed) => {
    expect(createAskers().mayAsk(request(...lines))).toBe(given);
    const askers = createAskers();
    askers.mayAsk(request('Sec-Fetch-Site: none'));
    expect(askers.mayAsk(request(...lines))).toBe(addressed);
  });
});

describe('a request that can not be read', () => {
  it('is let through until a page was asked for by its address', () => {
    const askers = createAskers();
    expect(askers.mayAsk(undefined)).toBe(true);
    askers.mayAsk(request('Sec-Fetch-Site: none'));
    expect(askers.mayAsk(undefined)).toBe(false);
  });
});

describe('a gate to this machine', () => {
  const open: (EgressGate | { close(): Promise<void> })[] = [];
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  async function both(): Promise<{ port: number; server: RawServer }> {
    const server = await serveRaw((socket, text) => socket.end(`HTTP/1.1 200 OK\r\n\r\n${text.length}`));
    const gate = await openGate();
    open.push(gate, { close: server.stop });
    gate.admit('loopback');
    return { port: Number(new URL(gate.proxyUrl).port), server };
  }

  it.each([
    ['http://localhost:3000', true],
    ['https://example.com', false],
  ])('lets requests of %s through: %s', async (origin, through) => {
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
  ])('lets sockets of %s through: %s', async (origin, through) => {
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

  it('lets through what it can not read, and connects to nothing before something comes', async () => {
    const { port, server } = await both();
    const client = sendRaw(port, `CONNECT 127.0.0.1:${server.port} HTTP/1.1\r\n\r\n`);
    await client.until((text) => text.endsWith('\r\n\r\n'));
    await new Promise((done) => setTimeout(done, 50));
    expect(server.received).toEqual([]);
    client.socket.write('\x16\x03\x01');
    await client.over;
    expect(server.received).toEqual(['\x16\x03\x01']);
  });
});
