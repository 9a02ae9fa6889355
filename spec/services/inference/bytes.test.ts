import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { base64Schema, byteArraySchema } from './bytes.ts';

describe('byteArraySchema', () => {
  test.each<[unknown, boolean]>([
    [[0, 255], true],
    [new Uint8Array(2), true],
    [[], false],
    [new Uint8Array(0), false],
    [[256], false],
    [[-1], false],
    [[1.5], false],
    [['1'], false],
    ['AAAA', false],
    [undefined, false],
  ])('judges %j', (value, fits) => {
    expect(z.object({ value: byteArraySchema }).safeParse({ value }).success).toBe(fits);
  });

  test('is an array of whole numbers as a JSON schema', () => {
    expect(z.toJSONSchema(z.object({ image: byteArraySchema }), { io: 'input' })).toMatchObject({
      required: ['image'],
      properties: { image: { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } } },
    });
  });
});

describe('base64Schema', () => {
  test.each<[string, boolean]>([
    ['AA==', true],
    ['AAA=', true],
    ['AAAA', true],
    ['', false],
    ['A', false],
    ['AA=', false],
    ['A===', false],
    ['AA =', false],
    ['no base64', false],
    ['A=AA', false],
  ])('judges %j', (text, fits) => {
    expect(base64Schema.safeParse(text).success).toBe(fits);
  });

  test('takes a text of twenty megabytes', () => {
    expect(base64Schema.safeParse('AAAA'.repeat(5_000_000)).success).toBe(true);
  });
});
