import { describe, expect, it } from 'vitest';
import { Cursor } from './cursor.ts';
import { lexRegex } from './lex-regex.ts';

function lex(source: string): { pattern: string; rest: string } {
  const cursor = new Cursor(source, 0, source.length);
  const { pattern } = lexRegex(cursor);
  return { pattern, rest: source.slice(cursor.position) };
}

describe('a regular expression literal', () => {
  it.each([
    ['"^a+$";', '^a+$', ';'],
    ['"\\d\\.\\\\"', '\\d\\.\\\\', ''],
    ['"a\\"b"', 'a"b', ''],
    ['"[a-z"\\]]+\\d{1,10}\\""', '[a-z"\\]]+\\d{1,10}"', ''],
    ["'a\\'b'", "a'b", ''],
    ["'[\\']'", "[\\']", ''],
    ["'a\"b'", 'a"b', ''],
    ['r"a\\.b"', 'a\\.b', ''],
    ['r#"a"b"#', 'a"b', ''],
  ])('%s reaches the engine', (source, pattern, rest) => {
    expect(lex(source)).toEqual({ pattern, rest });
  });

  it.each([
    ['"abc', 'could not find an ending quote', 1, 3],
    ['"[abc"', 'could not find an ending quote', 1, 5],
    ['"abc\\', 'could not find an ending quote', 1, 4],
    ['abc', 'expected " or r', 0, 3],
    ['', 'unrecognised input', 0, 0],
    ['"a(b"', 'error parsing regexp: missing closing ): `a(b`', 1, 3],
  ])('%s is refused', (source, message, offset, length) => {
    expect(() => lex(source)).toThrow(
      expect.objectContaining({ message, position: expect.objectContaining({ offset, length }) }),
    );
  });
});
