import { describe, expect, it } from 'vitest';
import type { GitObject } from '../object-database.ts';
import type { ObjectType } from '../object-id.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { peel } from './peel.ts';

const id = (digit: string) => digit.repeat(40);
const object = (type: ObjectType, words = ''): GitObject => ({ type, data: new TextEncoder().encode(words) });
const tagOf = (digit: string, type: ObjectType) =>
  object('tag', `object ${id(digit)}\ntype ${type}\ntag x\n\nx`);

const stored = new Map<string, GitObject>([
  [id('a'), object('commit')],
  [id('b'), object('blob')],
  [id('1'), tagOf('a', 'commit')],
  [id('2'), tagOf('1', 'tag')],
  [id('3'), tagOf('2', 'tag')],
  [id('4'), tagOf('b', 'blob')],
  [id('5'), tagOf('f', 'commit')],
  [id('6'), tagOf('b', 'commit')],
  [id('7'), object('tag', 'no tag at all')],
]);
const objects = {
  typeOf: (name: string) => stored.get(name)?.type,
  read: (name: string) => stored.get(name),
};

describe('peel', () => {
  it.each([
    ['a commit', 'a', { id: id('a'), type: 'commit' }],
    ['a tag', '1', { id: id('a'), type: 'commit' }],
    ['a tag of a tag of a tag', '3', { id: id('a'), type: 'commit' }],
    ['a tag of a blob', '4', { id: id('b'), type: 'blob' }],
  ])('finds what %s stands for', (_, digit, peeled) => {
    expect(peel(objects, id(digit))).toEqual(peeled);
  });

  it.each([
    ['an object that is not there', 'e', 'missing-object'],
    ['a tag of an object that is not there', '5', 'missing-object'],
    ['a tag of a commit that is a blob', '6', 'bad-object'],
    ['a tag that is none', '7', 'bad-object'],
  ])('refuses %s', (_, digit, failure) => {
    expect(thrownBy(() => peel(objects, id(digit)))).toBe(failure);
  });
});
