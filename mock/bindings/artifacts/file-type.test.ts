import { expect, it } from 'vitest';
import { fileType } from './file-type.ts';

const text = new TextEncoder().encode('text');
const late = new Uint8Array(10_000).fill(32);
late[9_000] = 0;

it.each([
  ['a.png', text, 'image/png'],
  ['a.b/c.JPG', text, 'image/jpeg'],
  ['a.pdf', text, 'application/pdf'],
  ['png', text, 'text/plain;charset=utf-8'],
  ['a.constructor', text, 'text/plain;charset=utf-8'],
  ['a.txt', Uint8Array.from([104, 0]), 'application/octet-stream'],
  ['a.txt', late, 'text/plain;charset=utf-8'],
  ['empty', new Uint8Array(), 'text/plain;charset=utf-8'],
])('the type of %s is told by its name or its bytes', (path, bytes, type) => {
  expect(fileType(path, bytes)).toBe(type);
});
