import { describe, expect, test } from 'vitest';
import { array, differ, equal, firstDifference, match, object, ok, oneOf } from './assertions.ts';
import { ConformanceFailure } from './errors.ts';

describe('firstDifference', () => {
  test.each([
    ['equal values in another member order', { a: 1, b: [2] }, { b: [2], a: 1 }, undefined],
    ['a member', { a: { b: 1 } }, { a: { b: 2 } }, '/a/b'],
    ['a member that is missing', { a: 1 }, { a: 1, b: null }, '/b'],
    ['a member too many', { a: 1, b: 2 }, { a: 1 }, '/b'],
    ['an item', [1, 2, 3], [1, 9, 3], '/1'],
    ['an item too many', [1, 2], [1], '/1'],
    ['an array and an object', { a: [] }, { a: {} }, '/a'],
    ['a name with a slash and a tilde', { 'a/b~c': 1 }, { 'a/b~c': 2 }, '/a~1b~0c'],
    ['null and an absent member', { a: null }, {}, '/a'],
    ['two types', '1', 1, ''],
  ] as const)('finds %s', (_, actual, expected, path) => {
    expect(firstDifference(actual, expected)?.path).toBe(path);
  });
});

describe('the assertions', () => {
  test.each([
    ['equal', () => equal({ a: 1 }, { a: 2 }, 'result'), 'result at /a is 1, expected 2'],
    ['differ', () => differ('x', 'x', 'the id'), 'the id is "x", expected anything else'],
    [
      'match',
      () => match(undefined, /^a/, 'result.id'),
      'result.id is absent, expected text that matches /^a/',
    ],
    ['oneOf', () => oneOf(3, [1, 2], 'the count'), 'the count is 3, expected 1 or 2'],
    ['array', () => array({}, 'result'), 'result is {}, expected an array'],
    ['object', () => object([], 'result'), 'result is [], expected an object'],
    ['ok', () => ok(false, 'The list is empty'), 'The list is empty'],
  ] as const)('%s reports the actual and the expected value', (_, action, message) => {
    expect(action).toThrow(ConformanceFailure);
    expect(action).toThrow(message);
  });
});
