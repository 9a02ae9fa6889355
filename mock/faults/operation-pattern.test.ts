import { describe, expect, it } from 'vitest';
import { FaultError } from './faults.ts';
import { globOf, readOperationPattern } from './operation-pattern.ts';

describe('readOperationPattern', () => {
  it.each([
    ['zones.zone.get', 'zones.zone.get', true],
    ['zones.zone.get', 'zones.zone.list', false],
    ['zones', 'zones.zone.get', true],
    ['zones.*', 'zones.zone.get', true],
    ['zone', 'zones.zone.get', undefined],
    ['*', 'zones.zone.get', true],
    ['*', 'edge.request', true],
    ['edge', 'edge.request', true],
    ['git', 'git.receive-pack.advertise', true],
    ['git.receive-pack', 'git.upload-pack', false],
    ['*.create', 'token-validation.config.create', true],
    ['token-validation.*.create', 'token-validation.config.list', false],
  ])('%s and %s: %s', (pattern, operation, expected) => {
    if (expected === undefined) expect(() => readOperationPattern(pattern)).toThrow(FaultError);
    else expect(readOperationPattern(pattern)(operation)).toBe(expected);
  });

  it.each([
    ['zones.zone.gte', /there is no operation "zones\.zone\.gte"; did you mean zones\.zone\.get or/],
    ['http://nowhere.example', /name one, the beginning of some/],
    ['touchstone.clock.get', /the admin interface has no faults/],
    ['zones.*.burn', /there is no operation/],
  ])('refuses %s', (pattern, words) => {
    expect(() => readOperationPattern(pattern)).toThrow(words);
  });
});

describe('globOf', () => {
  it.each([
    ['a*b', 'ab', true],
    ['a*b', 'a..b', true],
    ['a*b', 'a..bc', false],
    ['ab*ab', 'ab', false],
    ['*/orders/*', '/shop/orders/7', true],
    ['a.c', 'abc', false],
    ['**', '', true],
  ])('%s and %s: %s', (pattern, text, expected) => {
    expect(globOf(pattern)(text)).toBe(expected);
  });

  it('takes no longer for a pattern that nearly matches in many ways', () => {
    expect(globOf('*a'.repeat(500))(`${'a'.repeat(499)}b`)).toBe(false);
  });
});
