import { expect, test } from 'vitest';
import { bodyLines, linesOfItsOwn } from './body-lines.ts';

test('JSON is laid out, and anything else stays as it is', () => {
  expect(bodyLines('{"a":[1]}', 100)).toEqual(['{', '  "a": [', '    1', '  ]', '}']);
  expect(bodyLines('{"a":[1... (900 characters)', 100)).toEqual(['{"a":[1... (900 characters)']);
  expect(bodyLines('a\nb', 100)).toEqual(['a', 'b']);
});

test('a long body is cut off, and a long line too; both say so', () => {
  expect(bodyLines('abcdef', 4)).toEqual(['abcd', '... and 2 characters more, see results.json']);
  expect(bodyLines('x'.repeat(500), 1_000)).toEqual([`${'x'.repeat(400)}... (500 characters)`]);
});

test('lines that another text lacks are found, whatever their order, depth and commas', () => {
  const lines = ['{', '  "a": 1,', '  "b": 2', '}'];
  const others = ['{', '    "b": 2,', '  "a": 9', '}'];
  expect([...linesOfItsOwn(lines, others)]).toEqual([1]);
  expect([...linesOfItsOwn(['a', 'a'], ['a'])]).toEqual([1]);
});
