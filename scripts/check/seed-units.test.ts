import { describe, expect, test } from 'vitest';
import { seedUnits } from './seed-units.ts';

const lines = (text: string) => seedUnits('a.md', text).map(({ line, text: unit }) => [line, unit]);

describe('seedUnits', () => {
  const cases: readonly [string, string, readonly [number, string][]][] = [
    ['leaves headings out', '# One\n\n## Two\n', []],
    [
      'takes each sentence of a paragraph',
      'One. Two? Three!',
      [
        [1, 'One.'],
        [1, 'Two?'],
        [1, 'Three!'],
      ],
    ],
    [
      'takes each bullet',
      '- one\n- two',
      [
        [1, 'one'],
        [2, 'two'],
      ],
    ],
    [
      'takes each sentence of a bullet',
      '- One. Two.\n',
      [
        [1, 'One.'],
        [1, 'Two.'],
      ],
    ],
    [
      'takes each numbered item',
      '1. one\n2. two',
      [
        [1, 'one'],
        [2, 'two'],
      ],
    ],
    [
      'joins continuation lines',
      '- One\n  more. Two.',
      [
        [1, 'One more.'],
        [2, 'Two.'],
      ],
    ],
    ['takes rows without column names and rule', '| A | B |\n|---|:-:|\n| 1. X | 2 |', [[3, '| 1. X | 2 |']]],
    [
      'keeps code whole',
      'See `a. B` now. `c` follows.',
      [
        [1, 'See `a. B` now.'],
        [1, '`c` follows.'],
      ],
    ],
    [
      'keeps parentheses whole',
      'One (two. Three) four. Five.',
      [
        [1, 'One (two. Three) four.'],
        [1, 'Five.'],
      ],
    ],
    ['keeps a full stop inside a word', 'Version v4.1 of a.b holds.', [[1, 'Version v4.1 of a.b holds.']]],
    [
      'ends a paragraph at a table',
      'One\n| a |\n|---|\n| b |\nTwo',
      [
        [1, 'One'],
        [4, '| b |'],
        [5, 'Two'],
      ],
    ],
    ['folds white space', 'One \t two.', [[1, 'One two.']]],
    [
      'takes CR LF as a line end',
      '- one\r\n- two\r\n',
      [
        [1, 'one'],
        [2, 'two'],
      ],
    ],
  ];
  test.each(cases)('%s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  test('gives the first 16 digits of the SHA-256 of the text', () => {
    expect(seedUnits('a.md', '- abc')).toEqual([
      { document: 'a.md', line: 1, digest: 'ba7816bf8f01cfea', text: 'abc' },
    ]);
  });

  test('gives the same digest whatever the list marker and the line', () => {
    const digests = ['- abc', '\n\n7. abc', '* abc'].map((text) => seedUnits('a.md', text)[0]?.digest);
    expect(new Set(digests).size).toBe(1);
  });
});
