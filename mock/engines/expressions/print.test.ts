import { describe, expect, it } from 'vitest';
import { parseFilter, parseValue } from './parser.ts';
import { print } from './print.ts';
import { everythingScheme } from './testing/scheme.ts';

const scheme = everythingScheme();

describe('the canonical source', () => {
  it.each([
    ["!(flag)&&str=='a'", 'not flag and str eq "a"'],
    ['((flag or flag) and (flag xor flag))', '(flag or flag) and (flag xor flag)'],
    ['flag or (flag or flag)', 'flag or (flag or flag)'],
    ['not (flag and flag)', 'not (flag and flag)'],
    ['not (not flag)', 'not not flag'],
    ["str eq 'a\"\\x00é'", 'str eq "a\\"\\x00\\xc3\\xa9"'],
    ['str eq r"\\"', 'str eq "\\\\"'],
    ['num in {0x10..0x20 010}', 'num in {16..32 8}'],
    ['num eq 9223372036854775807', 'num eq 9223372036854775807'],
    ['ip in {2001:DB8:0::/32 10.0.0.0..10.0.0.9 ::1}', 'ip in {2001:db8::/32 10.0.0.0..10.0.0.9 ::1}'],
    ['str ~ "a\\"b"', 'str matches r#"a"b"#'],
    ['str matches r"a\\.b"', 'str matches r"a\\.b"'],
    ['str strict wildcard "a\\\\*"', 'str strict wildcard "a\\\\*"'],
    ["map[ 'k' ][ 0 ] eq 'a'", 'map["k"][0] eq "a"'],
    ['any((strs[*] eq "a" or flags))', 'any((strs[*] eq "a" or flags))'],
    ['any( not strs[*] eq "a" )', 'any(not strs[*] eq "a")'],
    ['ip in $office', 'ip in $office'],
    ['lower ( str )=="a"', 'lower(str) eq "a"'],
  ])('of %s is %s', (source, canonical) => {
    expect(print(parseFilter(source, scheme))).toBe(canonical);
  });

  it('of a value is its path', () => {
    expect(print(parseValue("lower( map['k'][0] )", scheme))).toBe('lower(map["k"][0])');
  });
});
