import { describe, expect, it } from 'vitest';
import { nearestNames } from './nearest-names.ts';

const known = ['zones.zone.get', 'zones.zone.list', 'user.token.verify', 'token-validation.config.create'];

describe('nearestNames', () => {
  it.each([
    ['zones.zone.gte', ['zones.zone.get', 'zones.zone.list']],
    ['Zones.Zone.Get', ['zones.zone.get', 'zones.zone.list']],
    ['token-validation.configs.create', ['token-validation.config.create']],
    ['', []],
    ['something quite different', []],
  ])('finds for %j %j', (name, expected) => {
    expect(nearestNames(name, known)).toEqual(expected);
  });

  it('returns as many names as requested', () => {
    expect(nearestNames('zones.zone.gte', known, 1)).toEqual(['zones.zone.get']);
  });

  it('runs in bounded time for a name of any length', () => {
    expect(nearestNames('z'.repeat(1_000_000), known)).toEqual([]);
  });
});
