import { describe, expect, it } from 'vitest';
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

  it('is looked up once, and only when somebody asks', () => {
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
