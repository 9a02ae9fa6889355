import { describe, expect, test } from 'vitest';
import { refuseInJson, refuseInText } from '../api/answer.ts';
import { inProcess } from '../exchange/peer.ts';
import { guardHost, guardOrigin, ownHosts } from './host-guard.ts';

const answer = async () => new Response('answered');
const askWith = (headers: Record<string, string>) =>
  // A `Request` of Node has no `Host`.
  ({ headers: new Headers(headers), url: 'http://localhost/' }) as Request;

const statusFor = async (host: string, own?: Parameters<typeof ownHosts>[0]) => {
  const guarded = guardHost(answer, refuseInText, own && ownHosts(own));
  return (await guarded(askWith({ host }), inProcess)).status;
};

const local = { host: '127.0.0.1' };

describe('a request for a host', () => {
  test.each([
    ['localhost', local, 200],
    ['LocalHost.:4800', local, 200],
    ['api.example.localhost:4800', local, 200],
    ['127.0.0.1:4800', local, 200],
    ['[::1]:4800', local, 200],
    ['evil.example:4800', local, 421],
    ['localhost.evil.example', local, 421],
    ['192.0.2.7', local, 421],
    ['192.0.2.7', { host: '192.0.2.7' }, 200],
    ['192.0.2.8', { host: '192.0.2.7' }, 421],
    ['[2001:db8::7]', { host: '2001:db8::7' }, 200],
    ['192.0.2.7:4800', { host: '0.0.0.0' }, 200],
    ['[2001:db8::7]', { host: '::' }, 200],
    ['evil.example', { host: '0.0.0.0' }, 421],
    ['Mock.Test:4800', { host: '0.0.0.0', publicHosts: ['mock.test'] }, 200],
    ['mock_1', { host: '0.0.0.0', publicHosts: ['mock_1'] }, 200],
    ['evil.example', undefined, 200],
  ])('%s at a server %j is answered with %d', async (host, own, status) => {
    expect(await statusFor(host, own)).toBe(status);
  });

  test.each([
    '',
    'a b',
    'a/b',
    'user@localhost',
    'localhost, localhost',
    'localhost:x',
    'http://localhost',
    '[::1',
    'a\\b',
  ])('with an invalid Host is refused: %j', async (host) => {
    expect(await statusFor(host)).toBe(400);
    expect(await statusFor(host, local)).toBe(400);
  });

  test('is refused with what to do, in the error shape of the plane', async () => {
    const isOwn = ownHosts(local);
    const message =
      'This server does not answer for the host evil.example: use localhost, or start it with --public-host evil.example (publicHosts of listen)';
    const request = askWith({ host: 'evil.example:4800' });
    expect(await (await guardHost(answer, refuseInText, isOwn)(request)).text()).toBe(`${message}.\n`);
    expect(await (await guardHost(answer, refuseInJson, isOwn)(request)).json()).toMatchObject({
      success: false,
      errors: [{ code: 1497, message }],
    });
  });

  test('is checked again for each host', async () => {
    const guarded = guardHost(answer, refuseInText, ownHosts(local));
    const statuses = [];
    for (const host of ['localhost', 'evil.example', 'localhost'])
      statuses.push((await guarded(askWith({ host }))).status);
    expect(statuses).toEqual([200, 421, 200]);
  });
});

test.each([
  [undefined, 200],
  ['http://localhost:3000', 200],
  ['https://app.localhost', 200],
  ['http://[::1]:3000', 200],
  ['https://app.example', 200],
  ['https://evil.example', 403],
  ['null', 403],
  ['chrome-extension://abc', 403],
])('a page of the origin %s that sends a POST is answered with %d', async (origin, status) => {
  const headers: Record<string, string> = origin === undefined ? {} : { origin };
  const guarded = guardOrigin(answer, ownHosts(local), (one) => one === 'https://app.example');
  expect((await guarded(askWith(headers))).status).toBe(status);
});
