import { expect, test } from 'vitest';
import { findDestination, HandlerOptionError } from './destination.ts';

const any = '*/client/v4';
const zones = ['*.example.localhost'];
const account = '01a7362d577a6c3019a474fd6f485823';
const remote = `/git/${account}/default/starter.git`;
const ownRemote = `https://${account}.artifacts.cloudflare.net/git/default/starter.git/git-upload-pack`;

/** Base URL, request URL, and the plane and URL that the mock sees. */
const matches: readonly [base: string, url: string, plane: 'api' | 'edge', seen: string][] = [
  [any, 'https://api.test/client/v4', 'api', 'https://api.test/client/v4'],
  [any, 'https://api.test/client/v4/zones?page=2', 'api', 'https://api.test/client/v4/zones?page=2'],
  [any, 'http://localhost:3000/proxy/client/v4/zones', 'api', 'http://localhost:3000/client/v4/zones'],
  [any, 'https://api.test/_touchstone/reset', 'api', 'https://api.test/_touchstone/reset'],
  ['*/api/v9/', 'https://api.test/api/v9/zones', 'api', 'https://api.test/client/v4/zones'],
  ['http://a.test:81/client/v4', 'http://a.test:81/client/v4/x', 'api', 'http://a.test:81/client/v4/x'],
  ['http://a.test/v4/', 'http://a.test/v4/x', 'api', 'http://a.test/client/v4/x'],
  ['http://a.test', 'http://a.test/zones', 'api', 'http://a.test/client/v4/zones'],
  ['http://a.test/v4', 'http://a.test/_touchstone/info', 'api', 'http://a.test/_touchstone/info'],
  [
    'http://api.example.localhost/v4',
    'http://api.example.localhost/v4/x',
    'api',
    'http://api.example.localhost/client/v4/x',
  ],
  [any, `http://any.test:81${remote}/info/refs?x`, 'api', `http://any.test:81${remote}/info/refs?x`],
  ['http://a.test/v4', `http://a.test${remote}`, 'api', `http://a.test${remote}`],
  ['http://a.test/v4', ownRemote, 'api', ownRemote],
  [
    'http://a.test/v4',
    `https://gateway.ai.cloudflare.com/v1/${account}/default/openai/chat/completions`,
    'api',
    `https://gateway.ai.cloudflare.com/gateway/v1/${account}/default/openai/chat/completions`,
  ],
  [
    any,
    `http://any.test/gateway/v1/${account}/default`,
    'api',
    `http://any.test/gateway/v1/${account}/default`,
  ],
  [any, `http://example.localhost${remote}`, 'edge', `http://example.localhost${remote}`],
  [any, 'http://example.localhost/', 'edge', 'http://example.localhost/'],
  [any, 'https://a.b.EXAMPLE.localhost:8443/x?y', 'edge', 'https://a.b.example.localhost:8443/x?y'],
  [
    any,
    'http://www.example.localhost/client/v4/zones',
    'edge',
    'http://www.example.localhost/client/v4/zones',
  ],
  ['http://a.test/v4', 'http://www.example.localhost/v4/x', 'edge', 'http://www.example.localhost/v4/x'],
];

test.each(matches)('with base URL %s, %s goes to the %s plane as %s', (base, url, plane, seen) => {
  const destination = findDestination(base, zones)(new URL(url));
  expect(destination?.plane).toBe(plane);
  expect(destination?.url.href).toBe(seen);
});

const passesThrough: readonly [base: string, url: string][] = [
  [any, 'https://api.test/'],
  [any, 'https://api.test/client/v40/zones'],
  [any, 'https://api.test/xclient/v4'],
  [any, 'https://api.test/CLIENT/V4'],
  [any, 'https://api.test/x/_touchstone/info'],
  [any, 'https://api.test/_touchstones'],
  [any, 'http://notexample.localhost/'],
  [any, 'http://example.localhost.test/'],
  ['http://a.test/v4', 'https://a.test/v4/x'],
  ['http://a.test/v4', 'http://a.test:81/v4/x'],
  ['http://a.test/v4', 'http://a.test/proxy/v4/x'],
  ['http://a.test/v4', 'http://a.test/client/v4/x'],
  ['http://a.test/v4', 'http://b.test/_touchstone/info'],
  ['http://a.test/v4', `http://b.test${remote}`],
  [any, `http://b.test/x${remote}`],
  [any, 'http://b.test/git/default/starter.git/info/refs'],
  [any, `http://b.test/git/${account}/default/starter`],
  [any, 'https://github.com/git/git.git/info/refs'],
];

test.each(passesThrough)('with base URL %s, %s passes through', (base, url) => {
  expect(findDestination(base, zones)(new URL(url))).toBeUndefined();
});

test('a zone without a wildcard is that host only', () => {
  const find = findDestination(any, ['Shop.test']);
  expect(find(new URL('http://shop.test/'))?.plane).toBe('edge');
  expect(find(new URL('http://www.shop.test/'))).toBeUndefined();
});

test.each([
  '',
  '*',
  '*/',
  '*client/v4',
  '*/client/*',
  'client/v4',
  '/client/v4',
  'ftp://a.test/v4',
  'http://a.test/v4?x=1',
  'http://*/client/v4',
])('base URL %j is refused', (base) => {
  expect(() => findDestination(base, [])).toThrow(HandlerOptionError);
});

test.each(['', '*', '*.', '*.*.test', 'shop.test:81', 'shop.test/x', 'http://shop.test', 'user@shop.test'])(
  'zone %j is refused',
  (zone) => {
    expect(() => findDestination(any, [zone])).toThrow(HandlerOptionError);
  },
);
