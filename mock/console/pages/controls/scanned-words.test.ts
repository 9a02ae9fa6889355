import { expect, it } from 'vitest';
import { toLines, toWords } from './scanned-words.ts';

it('words of the scanner are lines of a text, and back', () => {
  const words = [
    { category: 'S1', words: ['teapot', 'a kettle'] },
    { category: 'P1', words: ['ignore all'], phases: ['prompt'] },
  ];
  const text = 'S1: teapot, a kettle\nP1 (prompt): ignore all';
  expect(toLines(words)).toBe(text);
  expect(toWords(`${text}\n\n`)).toEqual(words);
});

it('what is no line of words is left to the server to refuse', () => {
  expect(toWords('teapot')).toEqual([{ category: 'teapot', words: [] }]);
});
