import { expect, test } from 'vitest';
import { readProtocolVersion } from './protocol-version.ts';

test.each([
  [null, 0],
  ['', 0],
  ['version=0', 0],
  ['version=1', 1],
  ['version=2', 2],
  ['version=3', 0],
  ['version=22', 0],
  ['object-format=sha1:version=2:unknown', 2],
  ['version=2:version=1', 2],
  ['version=1: version=2', 2],
  [':::', 0],
] as const)('Git-Protocol %j asks for version %i', (header, version) => {
  expect(readProtocolVersion(header)).toBe(version);
});
