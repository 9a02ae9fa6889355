import { expect, it } from 'vitest';
import { serverNames } from './kept-certificate.ts';

it.each([
  ['127.0.0.1', []],
  ['::1', []],
  ['192.0.2.7', ['192.0.2.7']],
  ['touchstone.test', ['touchstone.test']],
])('names this machine, the zone, and %s', (host, added) => {
  expect(serverNames(host)).toEqual([
    'localhost',
    '*.localhost',
    'example.localhost',
    '*.example.localhost',
    expect.stringMatching(/^[0-9a-f]{32}\.localhost$/),
    '127.0.0.1',
    '::1',
    ...added,
  ]);
});

it('excludes the unspecified addresses', () => {
  expect(serverNames('0.0.0.0')).not.toContain('0.0.0.0');
});
