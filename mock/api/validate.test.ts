import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../spec/errors.ts';
import { queryInteger } from '../../spec/schema.ts';
import { checkBody, checkQuery } from './validate.ts';

function thrown(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('checkQuery', () => {
  const schema = z.object({ page: queryInteger(1, 9, 1) });

  it.each(['0', '10', '1.5', '-1', 'x', ''])('names the wrong parameter: page=%s', (page) => {
    const error = thrown(() => checkQuery(schema, { page }));
    expect(error.failure).toBe('query-invalid');
    expect(error.message).toMatch(/^Invalid query parameter page: must be /);
    expect(error.pointer).toBeUndefined();
  });
});

describe('checkBody', () => {
  const schema = z.array(
    z.object({
      'a/b': z.string().optional(),
      position: z
        .union([z.strictObject({ index: z.int().min(1) }), z.strictObject({ before: z.string() })])
        .optional(),
    }),
  );

  it.each([
    [undefined, ''],
    [null, ''],
    [{}, ''],
    [['x'], '/0'],
    [[{}, { 'a/b': 1 }], '/1/a~1b'],
    [[{ position: { index: 0 } }], '/0/position/index'],
    [[{ position: { before: 3 } }], '/0/position/before'],
    [[{ position: { before: 'x', after: 'y' } }], '/0/position'],
    [[{ position: 'x' }], '/0/position'],
  ])('points at the mistake in %j', (body, pointer) => {
    const error = thrown(() => checkBody(schema, body));
    expect(error).toMatchObject({ failure: 'body-invalid', pointer });
  });

  const members = z.object({
    title: z.string(),
    action: z.enum(['log', 'block']),
    url: z.string({ error: 'is required: links are read from a URL' }).optional(),
    at: z
      .union([z.object({ index: z.int(), of: z.int() }), z.object({ before: z.string(), after: z.string() })])
      .optional(),
  });
  const whole = { title: 't', action: 'log' };
  it.each([
    [undefined, 'the body: is required: send it as JSON'],
    [{}, 'title: is required, and so is action'],
    [{ title: 't' }, 'action: is required'],
    [{ title: 't', action: undefined }, 'action: is required'],
    [{ ...whole, at: { before: 'b' } }, 'at.after: is required'],
    [{ ...whole, url: null }, 'url: is required: links are read from a URL'],
    [{ ...whole, title: 1 }, 'title: Invalid input: expected string, received number'],
    [{ title: 1 }, 'title: Invalid input: expected string, received number'],
  ])('says of %j that %s', (body, message) => {
    const error = thrown(() => checkBody(members, body));
    expect(error.message).toBe(`Invalid value for ${message}`);
  });

  it('names all missing members', () => {
    const names = [...'abcdefghijklmnopqrstuvwxyz'];
    const many = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
    const getMessage = (given: object) => thrown(() => checkBody(many, given)).message;
    const all = Object.fromEntries(names.slice(3).map((name) => [name, 'x']));
    expect(getMessage(all)).toBe('Invalid value for a: is required, and so are b and c');
    expect(getMessage({})).toMatch(/^Invalid value for a: is required, and so are b, c, .*, u and 5 more$/);
  });
});
