import { describe, expect, test } from 'vitest';
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
const body = {
  title: 't',
  kind: 'a',
  tags: ['x'],
  size: 1,
  note: 'n',
  id: '1',
  place: { before: 'y' },
} as const;

const at = (pointer: string) =>
  bodyCases(schema)
    .negative(body)
    .filter((one) => one.pointer === pointer)
    .map(({ what }) => what);

describe('negativeCases', () => {
  test('makes only bodies that the schema refuses', () => {
    const accepted = bodyCases(schema)
      .negative(body)
      .filter((one) => schema.safeParse(one.body).success);
    expect(accepted.map(({ what }) => what)).toEqual([]);
  });

  test('breaks the body as a whole', () => {
    expect(at('')).toEqual([
      'with a body a string',
      'with a body a number',
      'with a body a boolean',
      'with a body an array',
      'with a body null',
    ]);
  });

  test('breaks a text by presence, type and length in code points', () => {
    expect(at('/title')).toEqual([
      'without title',
      'with title a number',
      'with title a boolean',
      'with title an array',
      'with title an object',
      'with title null',
      'with title of 6 characters',
    ]);
    const long = bodyCases(schema)
      .negative(body)
      .find(({ kind }) => kind === 'too long');
    expect(long?.body).toEqual({ ...body, title: '😀'.repeat(6) });
  });

  test.each([
    ['/kind', 'with kind "nonsense"'],
    ['/tags', 'with tags of 3 items'],
    ['/tags', 'with tags empty'],
    ['/tags/0', 'with tags.0 empty'],
    ['/tags/0', 'with tags.0 null'],
    ['/size', 'with size 0'],
    ['/id', 'with id "#nonsense"'],
    ['/place/before', 'without place.before'],
    ['/place/before', 'with place.before a number'],
  ])('breaks %s %s', (pointer, what) => {
    expect(at(pointer)).toContain(what);
  });

  test.each([
    ['/size', 'without size'],
    ['/note', 'without note'],
    ['/note', 'with note null'],
    ['/note', 'with note a string'],
  ])('does not break %s %s, which is allowed', (pointer, what) => {
    expect(at(pointer)).not.toContain(what);
  });

  test('marks each null that a server may treat as an omitted member', () => {
    const absences = bodyCases(schema)
      .negative(body)
      .filter(({ isAbsence }) => isAbsence);
    expect(absences.map(({ what }) => what)).toEqual(['with size null', 'with place null']);
  });

  test('ignores members that the body does not have', () => {
    const { size: _, ...rest } = body;
    expect(
      bodyCases(schema)
        .negative(rest)
        .filter(({ pointer }) => pointer === '/size'),
    ).toEqual([]);
  });
});

describe('positiveCases', () => {
  test('fills text to its limit in code points, after the required beginning', () => {
    expect(bodyCases(schema).positive(body, 'ts')).toEqual([
      { pointer: '/title', what: 'with title of 5 characters', body: { ...body, title: 'ts😀😀😀' } },
    ]);
  });
});
