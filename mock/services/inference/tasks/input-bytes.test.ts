import { expect, it } from 'vitest';
import { inputBytes } from './input-bytes.ts';

const bytes = Uint8Array.of(97, 98);

it.each<[string, unknown]>([
  ['bytes', bytes],
  ['numbers', [97, 98]],
  ['Base64', 'YWI='],
  ['a data URL', 'data:image/png;base64,YWI='],
  ['a body', { body: bytes, contentType: 'image/png' }],
  ['a body of numbers', { body: [97, 98] }],
])('reads %s', (_, value) => {
  expect(inputBytes(value)).toEqual(bytes);
});

it.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [7, 'number'],
  [{}, 'object'],
  [{ body: null }, 'null'],
])('refuses %j as the type %s', (value, type) => {
  expect(() => inputBytes(value)).toThrow(
    expect.objectContaining({ failure: 'base64-invalid', detail: { type } }),
  );
});
