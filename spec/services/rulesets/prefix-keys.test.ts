import { expect, test } from 'vitest';
import { prefixKeys } from './prefix-keys.ts';

test('prefixKeys puts a prefix before each key and keeps the values', () => {
  const made: { readonly 'a.one': 1; readonly 'a.two.three': 2 } = prefixKeys('a', {
    one: 1,
    'two.three': 2,
  });
  expect(made).toEqual({ 'a.one': 1, 'a.two.three': 2 });
});
