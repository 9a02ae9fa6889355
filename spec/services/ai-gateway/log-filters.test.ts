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
  const model = { key: 'model', operator: 'eq', value: ['a', 'b'] };
  const cached = { key: 'cached', operator: 'neq', value: ['true'] };

  test.each([
    ['page=1', []],
    ['filters.key=model&filters.operator=eq&filters.value=a&filters.value=b', [model]],
    ['filters.operator=eq&filters.value=a', [{ key: undefined, operator: 'eq', value: ['a'] }]],
    ['filters.key=model', [{ key: 'model', operator: undefined, value: [] }]],
    [
      'filters.key=model&filters.operator=eq&filters.value=a&filters.value=b&page=2&filters.key=cached&filters.operator=neq&filters.value=true',
      [model, cached],
    ],
    [
      'filters.key=model&filters.key=cached&filters.operator=eq&filters.operator=neq&filters.value=a&filters.value=true',
      [{ ...model, value: ['a'] }, cached],
    ],
    [
      'filters.key=model&filters.key=cached&filters.operator=eq&filters.value=a',
      [
        { ...model, value: ['a'] },
        { key: 'cached', operator: undefined, value: [] },
      ],
    ],
  ])('reads %s as %j', (query, filters) => {
    expect(dottedFilters(new URLSearchParams(query))).toEqual(filters);
  });
});
