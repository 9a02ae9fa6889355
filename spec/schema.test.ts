import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  codePointLength,
  hexIdSchema,
  paginationQuery,
  queryBooleanSchema,
  queryList,
  text,
  timestampSchema,
  uuidSchema,
} from './schema.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('text', () => {
  it.each([
    ['fifty letters', 'a'.repeat(50), true],
    ['fifty characters outside the basic plane', '😀'.repeat(50), true],
    ['fifty-one letters', 'a'.repeat(51), false],
    ['fifty-one characters outside the basic plane', '😀'.repeat(51), false],
    ['a number', 50, false],
    ['null', null, false],
  ])('with at most 50 characters judges %s', (_, value, expected) => {
    expect(accepts(text(50), value)).toBe(expected);
  });

  it('counts code points, not UTF-16 units', () => {
    expect(codePointLength('a😀b')).toBe(3);
  });

  it('states the length of a text and its limit', () => {
    expect(text(2).safeParse('😀😀😀').error?.issues[0]?.message).toBe(
      'is 3 characters long, at most 2 are allowed',
    );
  });

  it('refuses an empty text if the minimum is one character', () => {
    expect([accepts(text(5, 1), ''), accepts(text(5), '')]).toEqual([false, true]);
  });
});

describe('identifiers and times', () => {
  it.each([
    [hexIdSchema, '023e105f4ecef8ad9ca31a8372d0c353', true],
    [hexIdSchema, '023E105F4ECEF8AD9CA31A8372D0C353', false],
    [hexIdSchema, '023e105f4ecef8ad9ca31a8372d0c35', false],
    [uuidSchema, '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7', true],
    [uuidSchema, '4a7ee8d3dd634ceb9d5fc27831854ce7', false],
    [timestampSchema, '2023-11-08T16:45:17.236841Z', true],
    [timestampSchema, '2023-11-08T16:45:17Z', true],
    [timestampSchema, '2023-11-08T16:45:17+01:00', false],
    [timestampSchema, '2026-99-99T16:45:17Z', false],
    [timestampSchema, '2026-02-31T16:45:17Z', false],
    [timestampSchema, '2026-02-28T16:45:60Z', false],
    [timestampSchema, '2024-02-29T23:59:59.999999999Z', true],
  ])('%#: %s', (schema, value, expected) => {
    expect(accepts(schema, value)).toBe(expected);
  });
});

describe('query parameters', () => {
  const query = z.object({
    ...paginationQuery,
    name: queryList(z.string()),
    on: queryBooleanSchema.optional(),
  });

  it('have the defaults of the platform', () => {
    expect(query.parse({})).toEqual({ page: 1, per_page: 20 });
  });

  it('are numbers and lists after parsing', () => {
    expect(query.parse({ page: '2', per_page: '50', name: 'a', on: 'false' })).toEqual({
      page: 2,
      per_page: 50,
      name: ['a'],
      on: false,
    });
    expect(query.parse({ name: ['a', 'b'] }).name).toEqual(['a', 'b']);
  });

  it.each([
    [{ page: '0', per_page: '4' }, 1, 5],
    [{ page: '-1', per_page: '-20' }, 1, 5],
    [{ page: '1', per_page: '51' }, 1, 50],
    [{ page: '1', per_page: '100000000000' }, 1, 50],
  ])('are cut to their range: %j', (value, page, per_page) => {
    expect(query.parse(value)).toEqual({ page, per_page });
  });

  it.each([{ page: 'x' }, { page: '1.5' }, { per_page: '' }, { on: '1' }])('refuse %j', (value) => {
    expect(accepts(query, value)).toBe(false);
  });
});
