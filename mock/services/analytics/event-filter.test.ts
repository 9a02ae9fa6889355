import { describe, expect, it } from 'vitest';
import { compileLike } from './event-filter.ts';

describe('compileLike', () => {
  it.each([
    ['/api', '/api', true],
    ['/api', '/api/', false],
    ['/api%', '/api', true],
    ['/api%', '/api/orders', true],
    ['%orders', '/api/orders', true],
    ['%orders', '/api/orders/1', false],
    ['%api%', '/api/orders', true],
    ['%x%', '/api/orders', false],
    ['/a%b%c', '/a-b-c', true],
    ['/a%b%c', '/a-c-b', false],
    ['a%a', 'a', false],
    ['a%a', 'aa', true],
    ['%', '', true],
    ['', '', true],
    ['', 'a', false],
    ['/API%', '/api', false],
    ['/a_i', '/api', false],
    ['%a%a%', 'a', false],
    ['100%', '100%', true],
  ])('matches %s against the text %s: %s', (pattern, text, expected) => {
    expect(compileLike(pattern)(text)).toBe(expected);
  });
});
