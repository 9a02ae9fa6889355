import { describe, expect, it } from 'vitest';
import { fromText } from './bytes.ts';
import { Cursor } from './cursor.ts';
import { ExpressionError } from './expression-error.ts';
import { lexQuotedOrRaw, lexString } from './lex-string.ts';

function lex(source: string): { value: string; rest: string } {
  const cursor = new Cursor(source, 0, source.length);
  const value = lexString(cursor);
  return { value, rest: source.slice(cursor.position) };
}

function faultOf(run: () => unknown, source: string): { message: string; part: string } {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { message, position } = error;
    return { message, part: source.slice(position.offset, position.offset + position.length) };
  }
  throw new Error('nothing was refused');
}

describe('a string literal', () => {
  it.each([
    ['"abc";', 'abc', ';'],
    ["'abc';", 'abc', ';'],
    ['""', '', ''],
    [`"it's"`, "it's", ''],
    [`'say "hi"'`, 'say "hi"', ''],
    [`'it\\'s'`, "it's", ''],
    ['"s\\\\t\\"r\\x0A\\000t"', 's\\t"r\n\u0000t', ''],
    ['"\\x7F\\177\\377"', '\u007f\u007f\u00ff', ''],
    ['"\\xC3\\xA9"', fromText('é'), ''],
    ['"é\t\n"', `${fromText('é')}\t\n`, ''],
    ['r"a\\b"', 'a\\b', ''],
    ['r#"a"b"#c', 'a"b', 'c'],
    ['r##"a"#b"##', 'a"#b', ''],
    ['r""', '', ''],
    ["r'a\"b'", 'a"b', ''],
    [`r${'#'.repeat(255)}"x"${'#'.repeat(255)}`, 'x', ''],
    ['01:2e:f3-77.12;', '\u0001.\u00f3w\u0012', ';'],
    ['01:2f-34', '\u0001/4', ''],
    ['c2:b4710c', '\u00c2\u00b4', '710c'],
  ])('%s is read', (source, value, rest) => {
    expect(lex(source)).toEqual({ value, rest });
  });

  it.each([
    ['"abc', 'could not find an ending quote', 'abc'],
    ['"abcd\\', 'could not find an ending quote', 'abcd\\'],
    ['\'abc"', 'could not find an ending quote', 'abc"'],
    ['r#"abc"', 'could not find an ending quote', '#"abc"'],
    ['"\\n"', 'expected ", xHH or OOO after \\', 'n'],
    ["'\\n'", "expected ', xHH or OOO after \\", 'n'],
    ['"\\😀"', 'expected ", xHH or OOO after \\', '😀'],
    ['"\\x3😀"', 'invalid digit found in string while parsing with radix 16', '3😀'],
    ['"\\01😀"', 'invalid digit found in string while parsing with radix 8', '01😀'],
    ['"\\777"', 'number too large to fit in target type while parsing with radix 8', '777'],
    ['"\\x4', 'expected 2 characters, but found 1', '4'],
    [
      `r${'#'.repeat(256)}"x"`,
      "invalid raw string hash count, there can't be more than 255 #s",
      `${'#'.repeat(256)}"x"`,
    ],
    ['r#x', 'expected " or #', 'x'],
    ['0', 'expected 2 characters, but found 1', '0'],
    ['256', 'expected byte separator', '6'],
    ['01', 'expected 1 characters, but found 0', ''],
    ['01;', 'expected byte separator', ';'],
    ['01:;', 'expected 2 characters, but found 1', ';'],
    ['01:4x;', 'invalid digit found in string while parsing with radix 16', '4x'],
    [', "b"}', 'invalid digit found in string while parsing with radix 16', ', '],
    ['', 'unrecognised input', ''],
  ])('%s is refused', (source, message, part) => {
    expect(faultOf(() => lex(source), source)).toEqual({ message, part });
  });

  it('must be quoted or raw as a pattern', () => {
    const source = '61:20:71';
    const cursor = new Cursor(source, 0, source.length);
    expect(faultOf(() => lexQuotedOrRaw(cursor), source)).toEqual({
      message: 'expected " or r',
      part: source,
    });
  });
});
