import { describe, expect, test } from 'vitest';
import { dottedFilters, logFiltersParameter } from './log-filters.ts';

describe('logFiltersParameter', () => {
  test('reads a JSON array', () => {
    const filters = [{ key: 'metadata.value', operator: 'eq', value: ['7'] }];
    expect(logFiltersParameter.parse(JSON.stringify(filters))).toEqual(filters);
  });

  test.each([
    ['no JSON', '['],
    ['no array', '{}'],
    ['an unknown key', '[{"key":"colour","operator":"eq","value":["red"]}]'],
    ['an unknown operator', '[{"key":"model","operator":"like","value":["x"]}]'],
    ['a value that is no array', '[{"key":"model","operator":"eq","value":"x"}]'],
    ['no value', '[{"key":"model","operator":"eq","value":[]}]'],
  ])('refuses %s', (_, text) => {
    expect(logFiltersParameter.safeParse(text).success).toBe(false);
  });
});

describe('dottedFilters', () => {
  test.each([
    [{}, undefined],
    [
      { 'filters.key': 'model', 'filters.operator': 'eq', 'filters.value': ['a', 'b'] },
      [{ key: 'model', operator: 'eq', value: ['a', 'b'] }],
    ],
    [
      {
        'filters.key': ['model', 'cached'],
        'filters.operator': ['eq', 'neq'],
        'filters.value': ['a', 'true'],
      },
      [
        { key: 'model', operator: 'eq', value: ['a'] },
        { key: 'cached', operator: 'neq', value: ['true'] },
      ],
    ],
  ])('reads %j as %j', (query, filters) => {
    expect(dottedFilters(query)).toEqual(filters);
  });
});
