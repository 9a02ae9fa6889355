import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { cutBody } from '../control/faults/under-fault.ts';
import { type Plane, startPlane } from './plane.ts';
import { SocketPeer } from './socket-peer.ts';

describe('SocketPeer', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.8.8.8', '127.8.8.8', true],
    ['::1', '::1', true],
    ['::ffff:127.0.0.1', '127.0.0.1', true],
    ['::FFFF:127.0.0.1', '127.0.0.1', true],
    ['192.0.2.7', '192.0.2.7', false],
    ['::ffff:192.0.2.7', '192.0.2.7', false],
    ['2001:db8::1', '2001:db8::1', false],
    ['1127.0.0.1', '1127.0.0.1', false],
    [undefined, '', false],
  ])('at %s has the address %s and is this machine: %s', (ip, address, loopback) => {
    const peer = new SocketPeer(() => ip);
    expect(peer.address).toBe(address);
    expect(peer.loopback).toBe(loopback);
  });

  it('is looked up once, on first use', () => {
    let asked = 0;
    const peer = new SocketPeer(() => {
      asked++;
      return '127.0.0.1';
    });
    expect(asked).toBe(0);
    expect([peer.loopback, peer.address]).toEqual([true, '127.0.0.1']);
    expect(asked).toBe(1);
  });
});

const planes: Plane[] = [];
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close(1_000))), 60_000);

/** Everything that a server sends for one request until the connection ends. */
async function received(
  answer: () => Response | Promise<Response>,
  headerLines: boolean,
  headers = '',
): Promise<string> {
  const fetch = async () => answer();
  const plane = await startPlane({ name: 'test', port: 0, host: '127.0.0.1', fetch, headerLines });
  planes.push(plane);
  const socket = connect(Number(new URL(plane.url).port), '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece.toString('latin1');
  });
  await new Promise<void>((resolve) => {
    // Some runtimes end it, some reset it.
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });
  return text;
}

// Bun uses another server for each.
describe.each([false, true])('a connection, with raw header lines: %s', (headerLines) => {
  it('ends without a byte for a network error', async () => {
    expect(await received(() => Response.error(), headerLines)).toBe('');
  }, 60_000);

  it('shows nothing of an error inside the server', async () => {
    const answer = () => Promise.reject(new Error('a secret detail'));
    const text = await received(answer, headerLines, 'connection: close\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 500 /);
    expect(text).not.toMatch(/secret detail|plane\.test/);
  }, 60_000);

  it('ends in the middle of a truncated body, after the bytes before', async () => {
    const answer = () => cutBody(new Response('0123456789'.repeat(10)), { bytes: 25 });
    const text = await received(answer, headerLines);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toContain('0123456789012345678901234');
    expect(text).not.toContain('56789'.repeat(2));
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
  }, 60_000);

  it('goes on if a body is shorter than the cut', async () => {
    const answer = async () => {
      const { body } = await cutBody(new Response('short'), { bytes: 25 });
      return new Response(body, { headers: { connection: 'close' } });
    };
    const text = await received(answer, headerLines);
    expect(text).toMatch(/content-length: 5\r\n[\s\S]*\r\nshort$|short\r\n0\r\n\r\n$/i);
  }, 60_000);
});
