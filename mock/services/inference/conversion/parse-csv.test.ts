import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from './parse-csv.ts';
import { TableWriter } from './table-writer.ts';

const cases: readonly [string, string, string[][]][] = [
  [
    'lines of fields',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a last line without its end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['lone carriage returns', 'a\rb', [['a'], ['b']]],
  ['quoted fields', '"a,b","c ""d"" e"', [['a,b', 'c "d" e']]],
  ['a line end in a quoted field', '"a\r\nb",c\n', [['a\r\nb', 'c']]],
  [
    'empty fields',
    ',a,\n"",',
    [
      ['', 'a', ''],
      ['', ''],
    ],
  ],
  ['empty lines, which it leaves out', 'a\n\n\nb\n', [['a'], ['b']]],
  ['a quote in the middle', 'a"b,c', [['a"b', 'c']]],
  [
    'text after a quoted field',
    '"a"b,c\r\n1,2',
    [
      ['"a"b', 'c'],
      ['1', '2'],
    ],
  ],
  ['a quote that is never closed', '"a,b\nc', [['"a', 'b'], ['c']]],
  ['nothing', '', []],
];

describe('parseCsv', () => {
  it.each(cases)('reads %s', (_, text, rows) => expect(parseCsv(text, new TableWriter())).toEqual(rows));

  it('reads back any quoted text', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2 }), { minLength: 1 }), (rows) => {
        const text = rows
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect(parseCsv(text, new TableWriter())).toEqual(rows);
      }),
    );
  });

  it('ends for any text, and loses only quotes and separators', () => {
    const letters = (text: string) => text.replace(/[",\r\n]/g, '');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '"', ',', '\r', '\n') }), (text) => {
        expect(letters(parseCsv(text, new TableWriter()).flat().join(''))).toBe(letters(text));
      }),
    );
  });
});
