import { expect, it } from 'vitest';
import { normalizePath } from './normalize-path.ts';

it.each([
  ['/', '/'],
  ['/a/b', '/a/b'],
  ['/a//b/', '/a//b/'],
  ['/a/./b', '/a/b'],
  ['/a/../b', '/b'],
  ['/a/b/..', '/a/'],
  ['/a/.', '/a/'],
  ['/../../a', '/a'],
  ['/a/%2e%2E/b', '/b'],
  ['/a/..b/.c', '/a/..b/.c'],
  ['/%7euser/%2f', '/~user/%2F'],
  ['/a%zz', '/a%zz'],
])('normalizes %s to %s', (path, normalized) => {
  expect(normalizePath(path)).toBe(normalized);
});
