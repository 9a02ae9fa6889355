import { expect, it } from 'vitest';
import { linesOf, promisedLines } from './promised-lines.ts';

it.each([
  ['console.log(a); // 200', ['200']],
  ['  console.log(statuses); // [200, 200, 500]', ['200 200 500']],
  ['console.log(basis); // documented\nconsole.log(a, b); // 503 503 200', ['documented', '503 503 200']],
  ['console.log(body); // what came of it', []],
  ['console.log(events); // [{ ..., reason: 1 }]', []],
  ['const a = 1; // 200', []],
])('finds what %j promises to print', (code, lines) => {
  expect(promisedLines(code)).toEqual(lines);
});

it('reads a list whatever runtime printed it', () => {
  expect(linesOf('[ 200, 200, 500 ]\n[200,200,500]\n')).toEqual(['200 200 500', '200 200 500', '']);
});
