import { expect, test } from 'vitest';
import { z } from 'zod';
import { text } from '../../spec/schema.ts';
import { bodyCases } from './negative-cases.ts';

const schema = z.object({
  title: text(5),
  kind: z.enum(['a', 'b']),
  tags: z.array(z.string().min(1)).min(1).max(2),
  size: z.number().min(1).optional(),
  note: z.string().nullable().optional(),
  id: z.string().regex(/^[0-9]+$/),
  place: z.union([z.strictObject({ index: z.int() }), z.strictObject({ before: z.string() })]).optional(),
});
const place = { before: 'y' };
const body = { title: 't', kind: 'a', tags: ['x'], size: 1, note: 'n', id: '1', place };
const cases = bodyCases(schema).negative(body);
const of = (pointer: string) => cases.filter((one) => one.pointer === pointer).map(({ what }) => what);

test('negative cases are bodies that the schema refuses, of members that the body has', () => {
  expect(cases.filter((one) => schema.safeParse(one.body).success)).toEqual([]);
  const { size: _, ...rest } = body;
  expect(
    bodyCases(schema)
      .negative(rest)
      .some(({ pointer }) => pointer === '/size'),
  ).toBe(false);
  expect(cases.find(({ kind }) => kind === 'too long')?.body).toEqual({ ...body, title: '😀'.repeat(6) });
  // A server may treat these as omitted members.
  const absences = cases.filter(({ isAbsence }) => isAbsence);
  expect(absences.map(({ what }) => what)).toEqual(['with size null', 'with place null']);
});

test.each([
  ['', ['a string', 'a number', 'a boolean', 'an array', 'null'].map((what) => `with a body ${what}`)],
  [
    '/title',
    [
      'without title',
      ...['a number', 'a boolean', 'an array', 'an object', 'null'].map((what) => `with title ${what}`),
      'with title of 6 characters',
    ],
  ],
])('negative cases break "%s" by presence, type and length in code points', (pointer, expected) => {
  expect(of(pointer)).toEqual(expected);
});

test.each([
  ['/kind', 'with kind "nonsense"', true],
  ['/tags', 'with tags of 3 items', true],
  ['/tags', 'with tags empty', true],
  ['/tags/0', 'with tags.0 empty', true],
  ['/tags/0', 'with tags.0 null', true],
  ['/size', 'with size 0', true],
  ['/id', 'with id "#nonsense"', true],
  ['/place/before', 'without place.before', true],
  ['/place/before', 'with place.before a number', true],
  ['/size', 'without size', false],
  ['/note', 'without note', false],
  ['/note', 'with note null', false],
  ['/note', 'with note a string', false],
])('negative cases break %s %s: %s', (pointer, what, expected) => {
  expect(of(pointer).includes(what)).toBe(expected);
});

test('positive cases fill text to its limit in code points, after the required beginning', () => {
  expect(bodyCases(schema).positive(body, 'ts')).toEqual([
    { pointer: '/title', what: 'with title of 5 characters', body: { ...body, title: 'ts😀😀😀' } },
  ]);
});
