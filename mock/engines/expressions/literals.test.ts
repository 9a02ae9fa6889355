import { describe, expect, it } from 'vitest';
import { fromText } from './bytes.ts';
import { Cursor } from './cursor.ts';
import { ExpressionError } from './expression-error.ts';
import { formatIpAddress } from './ip-address.ts';
import {
  type IpItem,
  lexInteger,
  lexIntegerRange,
  lexIpItem,
  lexQuotedOrRaw,
  lexRegex,
  lexString,
} from './literals.ts';

function lexWith<T>(lexer: (cursor: Cursor) => T, source: string): [T, string] {
  const cursor = new Cursor(source, 0, source.length);
  const value = lexer(cursor);
  return [value, source.slice(cursor.position)];
}

function getFault(lexer: (cursor: Cursor) => unknown, source: string): { message: string; part: string } {
  try {
    lexWith(lexer, source);
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
  ])('%s is parsed', (source, value, rest) => {
    expect(lexWith(lexString, source)).toEqual([value, rest]);
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
    expect(getFault(lexString, source)).toEqual({ message, part });
  });

  it('must be quoted or raw as a pattern', () => {
    expect(getFault(lexQuotedOrRaw, '61:20:71')).toEqual({ message: 'expected " or r', part: '61:20:71' });
  });
});

describe('an integer literal', () => {
  it.each([
    ['0', 0, ''],
    ['0-', 0, '-'],
    ['0x1f5+', 501, '+'],
    ['0123;', 83, ';'],
    ['78!', 78, '!'],
    ['0xefg', 239, 'g'],
    ['-12-', -12, '-'],
    ['9223372036854775807', 9223372036854775807n, ''],
  ])('%s is parsed', (source, value, rest) => {
    expect(lexWith(lexInteger, source)).toEqual([value, rest]);
  });

  it.each([
    [
      '9223372036854775808!',
      'number too large to fit in target type while parsing with radix 10',
      '9223372036854775808',
    ],
    [
      '-9223372036854775809!',
      'number too small to fit in target type while parsing with radix 10',
      '-9223372036854775809',
    ],
    ['10fex', 'invalid digit found in string while parsing with radix 10', '10fe'],
    ['089', 'invalid digit found in string while parsing with radix 8', '089'],
    ['"a"', 'expected digit', '"a"'],
    ['', 'expected digit', ''],
  ])('%s is refused', (source, message, part) => {
    expect(getFault(lexInteger, source)).toEqual({ message, part });
  });

  it.each([
    ['78!', { first: 78, last: 78 }, '!'],
    ['0..10', { first: 0, last: 10 }, ''],
    ['0123..0xefg', { first: 83, last: 239 }, 'g'],
    ['-20..-10', { first: -20, last: -10 }, ''],
  ])('%s is a range', (source, range, rest) => {
    expect(lexWith(lexIntegerRange, source)).toEqual([range, rest]);
  });

  it('is invalid as a range with reversed bounds', () => {
    expect(() => lexWith(lexIntegerRange, '10..0')).toThrow('incompatible range bounds');
  });
});

function show(item: IpItem): string {
  if (item.kind === 'ip') return formatIpAddress(item.value);
  if (item.kind === 'cidr') return `${formatIpAddress(item.base)}/${item.bits}`;
  return `${formatIpAddress(item.first)}..${formatIpAddress(item.last)}`;
}

const INVALID = "couldn't parse address in network: invalid IP address syntax";

describe('an item of a list of addresses', () => {
  it.each([
    ['12.34.56.78;', '12.34.56.78', ';'],
    ['12.34.56.0/24;', '12.34.56.0/24', ';'],
    ['::/10;', '::/10', ';'],
    ['::ffff:12.34.56.78/127;', '::ffff:12.34.56.78/127', ';'],
    ['1234::5678', '1234::5678', ''],
    ['10.0.0.0..127.0.0.1 ', '10.0.0.0..127.0.0.1', ' '],
    ['::1..::2||', '::1..::2', '||'],
    ['0.0.0.0/0', '0.0.0.0/0', ''],
  ])('%s is parsed', (source, shown, rest) => {
    const [item, behind] = lexWith(lexIpItem, source);
    expect([show(item), behind]).toEqual([shown, rest]);
  });

  it.each([
    ['203.0.113.5/24', 'host part of address was not zero', '203.0.113.5'],
    ['2001:db8::1/32', 'host part of address was not zero', '2001:db8::1'],
    [
      '10.0.0.0/100',
      'invalid length for network: Network length 100 is too long for Ipv4 (maximum: 32)',
      '10.0.0.0/100',
    ],
    [
      '::/129',
      'invalid length for network: Network length 129 is too long for Ipv6 (maximum: 128)',
      '::/129',
    ],
    ['::/2000', "couldn't parse length in network: number too large to fit in target type", '2000'],
    ['::/.1', "couldn't parse length in network: invalid digit found in string", '.1'],
    ['10.0.0.0/', "couldn't parse length in network: cannot parse integer from empty string", ''],
    ['666', INVALID, '666'],
    ['10.0.0.0.0/10', INVALID, '10.0.0.0.0'],
    ['10.0.0.0..::1', 'incompatible range bounds', '10.0.0.0..::1'],
    ['127.0.0.1..10.0.0.0', 'incompatible range bounds', '127.0.0.1..10.0.0.0'],
    ['::2..::1', 'incompatible range bounds', '::2..::1'],
    ['10.0.0.0..x', INVALID, ''],
    ['"test"}', 'expected IP address character', '"test"}'],
  ])('%s is refused', (source, message, part) => {
    expect(getFault(lexIpItem, source)).toEqual({ message, part });
  });
});

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
    expect(lexWith(lexRegex, source)).toEqual([expect.objectContaining({ pattern }), rest]);
  });

  it.each([
    ['"abc', 'could not find an ending quote', 'abc'],
    ['"[abc"', 'could not find an ending quote', '[abc"'],
    ['"abc\\', 'could not find an ending quote', 'abc\\'],
    ['abc', 'expected " or r', 'abc'],
    ['', 'unrecognised input', ''],
    ['"a(b"', 'error parsing regexp: missing closing ): `a(b`', 'a(b'],
  ])('%s is refused', (source, message, part) => {
    expect(getFault(lexRegex, source)).toEqual({ message, part });
  });
});
