// Long: the accepted and the refused forms of the grammar are side by side, with the error texts.
import { describe, expect, it } from 'vitest';
import { ExpressionError } from './expression-error.ts';
import type { ParseOptions } from './parse-state.ts';
import { parseFilter, parseValue } from './parser.ts';
import { print } from './print.ts';
import { everythingScheme, stripSpans } from './testing/scheme.ts';

const scheme = everythingScheme();

function refusal(parse: () => unknown): ExpressionError {
  try {
    parse();
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function refuse(source: string, options?: ParseOptions): { code: string; message: string; part: string } {
  const { code, message, position } = refusal(() => parseFilter(source, scheme, options));
  return { code, message, part: source.slice(position.offset, position.offset + position.length) };
}

describe('an expression', () => {
  it.each([
    // Precedence, from tightest: not, and, xor, or (Cloudflare docs, Rules language operators).
    ['flag or flag and flag', 'flag or (flag and flag)'],
    ['flag and flag or flag', '(flag and flag) or flag'],
    ['flag or flag xor flag and not flag', 'flag or (flag xor (flag and (not flag)))'],
    ['flag xor flag or flag', '(flag xor flag) or flag'],
    ['not flag and flag', '(not flag) and flag'],
    ['not num eq 1', 'not (num eq 1)'],
    ['not not flag', 'not (not flag)'],
    // Notation.
    ['!flag && flag || flag ^^ flag', 'not flag and flag or flag xor flag'],
    ['num == 1 and num != 2 and num <= 3 and num >= 4', 'num eq 1 and num ne 2 and num le 3 and num ge 4'],
    [
      'num < 1 and num > 2 and num & 3 and str ~ "a"',
      'num lt 1 and num gt 2 and num bitwise_and 3 and str matches "a"',
    ],
    ["str eq 'a'", 'str eq "a"'],
    ["map['k'][0] eq 'a'", 'map["k"][0] eq "a"'],
    ['str eq r#"a"#', 'str eq "a"'],
    ['str eq 61:62', 'str eq "ab"'],
    ['num eq 0x10', 'num eq 16'],
    ['num eq 010', 'num eq 8'],
    ['num in {1..3 5}', 'num in { 1..3  5..5 }'],
    // Whitespace is space, CR and LF, and is not needed where a character ends a word.
    ['\n ( flag\r\n)  and\nflag ', 'flag and flag'],
    ['not(flag)and(flag)', 'not flag and flag'],
    ['str eq"a"', 'str eq "a"'],
    ['str in{"a""b"}', 'str in {"a" "b"}'],
    ['is_jwt_valid ( "good" )', 'is_jwt_valid("good")'],
    ['smap[ "k" ] eq "a"', 'smap["k"] eq "a"'],
  ])('%j is %j', (source, same) => {
    expect(stripSpans(parseFilter(source, scheme))).toEqual(stripSpans(parseFilter(same, scheme)));
  });

  it('has the span of each of its parts', () => {
    const source = ' str eq "a" and not len(strs[*])[0] in {1}';
    const ast = parseFilter(source, scheme);
    const texts: string[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('span' in node && typeof node.span === 'object') {
        // Every span of the tree has this shape, by the types of the tree.
        const { start, end } = node.span as { start: number; end: number };
        texts.push(source.slice(start, end));
      }
      Object.values(node).forEach(visit);
    };
    visit(ast);
    expect(texts).toEqual([
      'str eq "a" and not len(strs[*])[0] in {1}',
      'str eq "a"',
      'str',
      'str',
      '"a"',
      'not len(strs[*])[0] in {1}',
      'len(strs[*])[0] in {1}',
      'len(strs[*])[0]',
      'len(strs[*])',
      'strs[*]',
      'strs',
      '[*]',
      '[0]',
      '{1}',
    ]);
  });

  it.each([
    'any(strs[*] eq "a")',
    'all(not len(strs[*])[*] in {3 4})',
    'any((strs[*] eq "a" and strs[*] ne "b"))',
    'any(map[*][*] contains "x")',
    'any(lower(smap[*])[*] eq "x")',
    'any(flags)',
    'has_value(lower(strs[*]), "x")',
    'concat(str, "a", lower(str)) eq "b"',
    'has_value(ips, 1.2.3.4)',
    'has_value(ips, fe80::1)',
    'has_value(nums, -1)',
    'remove_bytes(str, 2e:77) eq "a"',
    'len(concat(strs, strs)) eq 2',
    'num in {}',
    'str in $words and num in $ports and ip in $office',
    'ip eq ::1 or ip in {::/0 1.2.3.4 10.0.0.0..10.0.0.9}',
    'str wildcard "*" and str strict wildcard "A*"',
    `str eq "${'x'.repeat(4087)}"`,
    `${'('.repeat(128)}flag${')'.repeat(128)}`,
    `${'not '.repeat(128)}flag`,
    `${'lower('.repeat(128)}str${')'.repeat(128)} eq "a"`,
  ])('%s is accepted', (source) => {
    expect(print(parseFilter(source, scheme))).not.toBe('');
  });
});

describe('a refused expression', () => {
  it.each([
    // More cases of the kind in fixtures/expressions/refused.json (cloudflare/wirefilter).
    ['str.x eq "a"', 'unknown identifier', 'str.x'],
    ['nope("a")', 'unknown identifier', 'nope'],
    ['str..x eq "a"', 'expected identifier character', '.x eq "a"'],
    ['(', 'expected identifier character', ''],
    // Operators.
    ['str equals "a"', 'expected ComparisonOp', 'equals "a"'],
    ['num eq 127.0.0.1', 'unrecognised input', '.0.0.1'],
    ['ip wildcard "1*"', 'cannot perform this operation on type Ip', 'wildcard'],
    ['strs eq "a"', 'cannot perform this operation on type Array(Bytes)', 'eq'],
    ['map in {"a"}', 'cannot perform this operation on type Map(Array(Bytes))', 'in'],
    // Right sides.
    ['num in {"a"}', 'expected digit', '"a"}'],
    ['num in {127.0.0.1}', 'expected digit', '.0.0.1}'],
    ['num in 1', 'expected literal "{"', '1'],
    ['num in {1', 'expected digit', ''],
    ['str in {"a"', 'unrecognised input', ''],
    ['str eq', 'unrecognised input', ''],
    ['str matches 61:62', 'expected " or r', '61:62'],
    ['str wildcard 61:62', 'expected " or r', '61:62'],
    // Named lists.
    ['ip in $', 'invalid list name ""', ''],
    ['ip in $;', 'invalid list name ";"', ';'],
    ['ip in $Office', 'invalid list name "O"', 'Office'],
    ['ip in $.office', 'invalid list name ".office"', '.office'],
    ['ip in $office.', 'invalid list name "office."', 'office.'],
    ['ip in $home', 'unknown list "home"', '$home'],
    ['str in $office', 'expected value of type Ip, but got Bytes', '$office'],
    // Parentheses and logic.
    ['(flag eq 1)', 'expected literal ")"', 'eq 1)'],
    [
      'any(strs[*] eq "a") and strs[*] eq "a"',
      'expected value of type Bool, but got Array<Bool>',
      'strs[*] eq "a"',
    ],
    ['flags', 'expected value of type Bool, but got Array<Bool>', 'flags'],
    // Indexes.
    ['strs[x] eq "a"', 'expected literal "expected quoted utf8 string or positive integer"', 'x] eq "a"'],
    [
      'strs[4294967296] eq "a"',
      'expected literal "expected positive integer as index"',
      '4294967296] eq "a"',
    ],
    ['map["\\xff"][0] eq "a"', 'expected literal "expected utf8 string"', '"\\xff"][0] eq "a"'],
    ['strs[0 eq "a"', 'expected literal "]"', 'eq "a"'],
    ['num[*] eq 1', 'cannot access index MapEach for type Int', '[*]'],
    // Calls.
    ['lower', 'expected literal "("', ''],
    ['lower str eq "a"', 'expected literal "("', 'str eq "a"'],
    [
      'lower(str eq "a"',
      'invalid type of argument #0: expected value of type Bytes, but got Bool',
      'str eq "a"',
    ],
    ['len(str', 'expected literal ")"', ''],
    ['starts_with(str "a")', 'expected literal ","', '"a")'],
    ['starts_with(str,)', 'unrecognised input', ')'],
    [
      'to_string(str) eq "a"',
      'invalid type of argument #0: expected value of type {Int, Bool, Ip}, but got Bytes',
      'str',
    ],
    [
      'any(strs[*])',
      'invalid type of argument #0: expected value of type Array<Bool>, but got Bytes',
      'strs[*]',
    ],
    [
      'concat(str, num) eq "a"',
      'invalid type of argument #1: expected value of type Bytes, but got Int',
      'num',
    ],
    ['concat(str, strs[*]) eq "a"', 'invalid use of map each access operator', 'strs[*]'],
    [
      'cidr(ip, 33, 64) eq 1.1.1.1',
      'invalid value of argument #1: invalid argument: "the number of bits must be between 1 and 32"',
      '33',
    ],
  ])('%j: %s', (source, message, part) => {
    expect(refuse(source)).toMatchObject({ message, part });
  });

  it.each([
    [`${'('.repeat(129)}flag${')'.repeat(129)}`, `(flag${')'.repeat(129)}`],
    [`${'not '.repeat(129)}flag`, 'not flag'],
    [`${'lower('.repeat(129)}str`, '(str'],
    ['('.repeat(4096), '('.repeat(3968)],
  ])('is too deep at the 129th level', (source, part) => {
    expect(refuse(source)).toEqual({
      code: 'expression_too_deep',
      message: 'maximum nesting depth exceeded (limit: 128)',
      part,
    });
  });

  it("is too deep at the caller's limit", () => {
    expect(refuse('((flag))', { maxDepth: 1 })).toMatchObject({
      message: 'maximum nesting depth exceeded (limit: 1)',
      part: '(flag))',
    });
  });

  it('is too long with more than 4096 characters, regardless of bytes or UTF-16 units', () => {
    const message = 'the expression exceeds the maximum length of 4096 characters';
    expect(refuse(`str eq "${'x'.repeat(4088)}"`)).toMatchObject({ code: 'expression_too_long', message });
    expect(() => parseFilter(`str eq "${'😀'.repeat(4087)}"`, scheme)).not.toThrow();
    expect(refuse(`str eq "${'😀'.repeat(4088)}"`)).toMatchObject({ message });
  });

  it("is too long at the caller's limit", () => {
    expect(refuse('flag and flag', { maxLength: 12 })).toMatchObject({
      code: 'expression_too_long',
      part: 'g',
    });
    expect(() => parseFilter('flag and flag', scheme, { maxLength: 13 })).not.toThrow();
  });

  it.each([
    ['nope', 'expression_unknown_identifier', ['field', 'function']],
    ['', 'expression_blank', ['expression']],
    ['flag eq 1', 'expression_syntax', ['and', 'xor', 'or', 'end of expression']],
    ['num EQ 1', 'expression_syntax', ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'bitwise_and']],
    ['ip lt 1.1.1.1', 'expression_type', ['eq', 'ne', 'in']],
    ['(flag', 'expression_syntax', [')']],
    ['flags', 'expression_type', ['Bool']],
    ['len()', 'expression_type', ['1 arguments']],
    ['ip in $home', 'expression_unknown_identifier', ['$office', '$words', '$ports']],
  ])('%j has code %s and the expected alternatives', (source, code, expected) => {
    expect(refusal(() => parseFilter(source, scheme))).toMatchObject({ code, expected });
  });

  it('renders as on the platform', () => {
    expect(refusal(() => parseFilter('num in {"test"}', scheme)).render()).toBe(
      ['Filter parsing error (1:9):', 'num in {"test"}', '        ^^^^^^^ expected digit', ''].join('\n'),
    );
    expect(refusal(() => parseFilter('flag and\n  nope', scheme)).render()).toBe(
      ['Filter parsing error (2:3):', '  nope', '  ^^^^ unknown identifier', ''].join('\n'),
    );
  });
});

describe('a use outside the plan', () => {
  const plan = 'a Business plan or a WAF Advanced plan';

  it.each([
    ['str matches "a"', 'operator Matches', 'matches'],
    ['str ~ "a"', 'operator Matches', '~'],
    ['str strict wildcard "a"', 'operator StrictWildcard', 'strict wildcard'],
    ['num & 1', 'operator BitwiseAnd', '&'],
    ['flag and num eq 1', 'field num', 'num'],
    ['flag and len(str) eq 1', 'function len', 'len'],
  ])('%s is refused with the use and the plan', (source, use, part) => {
    const missingPlan: ParseOptions['missingPlan'] = ({ kind, name }) =>
      `${kind} ${name}` === use ? plan : undefined;
    expect(refuse(source, { missingPlan })).toEqual({
      code: 'expression_not_entitled',
      message: `not entitled: the use of ${use} is not allowed, ${plan} is required`,
      part,
    });
  });
});

describe('functions that replace', () => {
  it.each([
    [
      'regex_replace(str, "a", "b") eq "c" or regex_replace(str, "a", "b") eq "d"',
      'function regex_replace can only be used once in an expression',
    ],
    [
      'regex_replace(wildcard_replace(str, "a", "b"), "a", "b") eq "c"',
      'function wildcard_replace cannot be nested',
    ],
  ])('%s: %s', (source, message) => {
    expect(refuse(source).message).toBe(message);
  });

  it('may occur side by side', () => {
    const source = 'regex_replace(str, "a", "b") eq "c" and wildcard_replace(str, "a", "b") eq "d"';
    expect(() => parseFilter(source, scheme)).not.toThrow();
  });
});

describe('an expression for a value', () => {
  it.each([
    ['map["k"][0]', 'String'],
    ["map['k'][0]", 'String'],
    ['lower(str)', 'String'],
    ['num', 'Integer'],
    ['strs', undefined],
  ] as const)('%s is accepted as %s', (source, type) => {
    const options = type === undefined ? {} : { type };
    expect(() => parseValue(source, scheme, options)).not.toThrow();
  });

  it.each([
    ['map["k"]', 'expected value of type Bytes, but got Array<Bytes>', 'map["k"]'],
    ['map', 'expected value of type Bytes, but got Map<Array<Bytes>>', 'map'],
    ['map["k"][*]', 'expected value of type Bytes, but got Array<Bytes>', 'map["k"][*]'],
    ['num', 'expected value of type Bytes, but got Int', 'num'],
    ['map["k"][0] eq "a"', 'unrecognised input', ' eq "a"'],
    ['"a"', 'expected identifier character', '"a"'],
    ['nope["k"][0]', 'unknown identifier', 'nope'],
    ['', 'the expression cannot be blank', ''],
  ])('%j is refused as a String: %s', (source, message, part) => {
    const { position, message: found } = refusal(() => parseValue(source, scheme, { type: 'String' }));
    expect([found, source.slice(position.offset, position.offset + position.length)]).toEqual([
      message,
      part,
    ]);
  });

  it('never yields many values, whatever the type', () => {
    expect(refusal(() => parseValue('strs[*]', scheme)).message).toBe(
      'expected value of type Bytes, but got Array<Bytes>',
    );
  });
});
