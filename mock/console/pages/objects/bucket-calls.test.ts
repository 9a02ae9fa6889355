import { expect, it } from 'vitest';
import { getFolders, getName } from './bucket-calls.ts';

it.each([
  ['a', 'a'],
  ['a/b.txt', 'b.txt'],
  ['a/b/', 'b/'],
  ['/', '/'],
  ['', ''],
])('the name in %j is %j', (key, name) => {
  expect(getName(key)).toBe(name);
});

it('finds the folders of a prefix, also those without a name', () => {
  expect(getFolders('')).toEqual([]);
  expect(getFolders('a/b/')).toEqual([
    { name: 'a', prefix: 'a/' },
    { name: 'b', prefix: 'a/b/' },
  ]);
  expect(getFolders('//x/').map(({ prefix }) => prefix)).toEqual(['/', '//', '//x/']);
});
