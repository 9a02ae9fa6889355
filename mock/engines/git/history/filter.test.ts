import { expect, it } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { parseFilter } from './filter.ts';

const all = { blobLimit: undefined, treeDepth: undefined, types: undefined };

it.each([
  ['blob:none', { ...all, blobLimit: 0 }],
  ['blob:limit=0', { ...all, blobLimit: 0 }],
  ['blob:limit=10', { ...all, blobLimit: 10 }],
  ['blob:limit=2k', { ...all, blobLimit: 2_048 }],
  ['blob:limit=1M', { ...all, blobLimit: 1_048_576 }],
  ['blob:limit=3g', { ...all, blobLimit: 3_221_225_472 }],
  ['tree:0', { ...all, treeDepth: 0 }],
  ['tree:12', { ...all, treeDepth: 12 }],
  ['object:type=tag', { ...all, types: new Set(['tag']) }],
  ['combine:blob:none+tree:3', { ...all, blobLimit: 0, treeDepth: 3 }],
  ['combine:tree:5+tree:3+blob:limit=1k', { ...all, blobLimit: 1_024, treeDepth: 3 }],
  ['combine:blob%3Anone+object%3atype=blob', { ...all, blobLimit: 0, types: new Set(['blob']) }],
  ['combine:object:type=blob+object:type=tree', { ...all, types: new Set() }],
  ['combine:combine%3Ablob:none%2Btree:1+tree:2', { ...all, blobLimit: 0, treeDepth: 1 }],
])('reads %s', (spec, filter) => {
  expect(parseFilter(spec)).toEqual(filter);
});

it.each([
  '',
  'blob',
  'blob:limit=',
  'blob:limit=-1',
  'blob:limit=1t',
  'tree:',
  'tree:-1',
  'tree:1.5',
  'object:type=note',
  'object:type=',
  'combine:',
  'combine:blob:none+',
  'combine:blob:none+%',
  'combine:blob:none+tree 1',
  'combine:blob:none+unknown',
  `${'combine:'.repeat(1_000)}blob:none`,
])('refuses %j, as it is', (spec) => {
  expect(() => parseFilter(spec)).toThrow(`filter '${spec}' not supported`);
  expect(thrownBy(() => parseFilter(spec))).toBe('not-supported');
});

it('refuses a sparse checkout by the name of its kind', () => {
  expect(() => parseFilter('sparse:oid=main:.sparse')).toThrow("filter 'sparse:oid' not supported");
});
