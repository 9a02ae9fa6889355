import { expect, it } from 'vitest';
import { SocketPeer } from './socket-peer.ts';

it.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.8.9.1', '127.8.9.1', true],
  ['::ffff:127.0.0.1', '127.0.0.1', true],
  ['::FFFF:192.0.2.7', '192.0.2.7', false],
  ['::1', '::1', true],
  ['::12', '::12', false],
  ['12.7.0.0', '12.7.0.0', false],
  ['::ffff:1', '::ffff:1', false],
  [undefined, '', false],
])('the peer %s has the address %s; loopback: %s', (found, address, loopback) => {
  let asked = 0;
  const peer = new SocketPeer(() => {
    asked++;
    return found;
  });
  expect([peer.address, peer.loopback, peer.address]).toEqual([address, loopback, address]);
  expect(asked).toBe(1);
});
