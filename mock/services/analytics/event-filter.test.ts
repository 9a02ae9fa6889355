import { describe, expect, it } from 'vitest';
import { compileLike } from './event-filter.ts';

describe('compileLike', () => {
  it.each([
    ['/api%', '/api', true],
    ['%orders', '/api/orders/1', false],
    ['/a%b%c', '/a-b-c', true],
    ['a%a', 'a', false],
    ['', 'a', false],
    ['/API%', '/api', false],
    ['/a_i', '/api', false],
    ['%a%a%', 'a', false],
  ])('matches %s against the text %s: %s', (pattern, text, expected) => {
    expect(compileLike(pattern)(text)).toBe(expected);
  });
});
