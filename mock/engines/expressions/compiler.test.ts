import { describe, expect, it } from 'vitest';
import { collectReferences } from './ast.ts';
import { compileFilter, compileValue } from './compiler.ts';
import { parseIpAddress } from './ip-address.ts';
import { parseFilter } from './parser.ts';
import { everythingScheme, getContext, mapValue } from './testing/scheme.ts';
import type { EvaluationContext, Value } from './values.ts';

const scheme = everythingScheme();

function evaluate(source: string, fields: Readonly<Record<string, Value>>): boolean {
  return compileFilter(source, scheme).evaluate(getContext(fields));
}

const MAX = 9223372036854775807n;
const MIN = -9223372036854775808n;

// Bytes, bounds and missing values; fixtures/expressions/operators.json covers each operator by itself.
describe('a comparison', () => {
  it.each<[string, Value, boolean]>([
    ['str eq "é"', 'é', true],
    ['str eq "é"', 'e\u0301', false],
    ['str eq "\\xC3\\xA9"', 'é', true],
    ['str eq "\\xE9"', 'é', false],
    ['str eq "\\xE9"', Uint8Array.of(0xe9), true],
    ['str eq 61:ff', Uint8Array.of(97, 255), true],
    ['str lt "a"', 'Z', true],
    // In bytes, U+FFFD comes before U+1F600; in UTF-16 units it would come after.
    ['str lt "😀"', '\ufffd', true],
    ['str contains ""', '', true],
    ['str contains "\\xA9"', 'é', true],
    ['str matches "^.$"', 'é', true],
    ['str matches "a.b"', Uint8Array.of(97, 255, 98), true],
    ['str wildcard "é*"', 'éa', true],
    ['str in {"a" "é"}', 'é', true],
    ['str in $words', 'é', true],
    ['str in $words', 'e', false],
  ])('%s of %j is %j', (source, value, expected) => {
    expect(evaluate(source, { str: value })).toBe(expected);
  });

  it.each<[string, Value, boolean]>([
    ['num eq 5', 5n, true],
    ['num eq -0', 0, true],
    ['num eq 9223372036854775807', MAX, true],
    ['num eq 9223372036854775806', MAX, false],
    ['num lt 9223372036854775807', MAX - 1n, true],
    ['num gt -9223372036854775808', MIN, false],
    ['num ge -9223372036854775808', MIN, true],
    ['num lt 9007199254740993', 9007199254740992n, true],
    ['num & 0x4000000000000000', MAX, true],
    ['num & 1', MIN, false],
    ['num & 0x8', -1, true],
    ['num in {9223372036854775806..9223372036854775807}', MAX, true],
    ['num in $ports', 443, true],
    ['num in $ports', 444n, false],
  ])('%s of %s is %j', (source, value, expected) => {
    expect(evaluate(source, { num: value })).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    ['ip eq 2001:db8::1', '2001:0DB8:0::1', true],
    ['ip eq ::ffff:192.0.2.1', '192.0.2.1', false],
    ['ip ne 192.0.2.1', '::1', true],
    ['ip in {192.0.2.5..192.0.2.7 10.0.0.1}', '192.0.2.6', true],
    ['ip in {192.0.2.5..192.0.2.7 10.0.0.1}', '10.0.0.1', true],
    ['ip in {192.0.2.5..192.0.2.7 10.0.0.1}', '192.0.2.8', false],
    ['ip in {0.0.0.0/0}', '::1', false],
    ['ip in {::/0}', '::1', true],
    ['ip in $office', '203.0.113.77', true],
    ['ip in $office', '2001:db8::2', false],
  ])('%s of %s is %j, parsed or as text', (source, text, expected) => {
    expect(evaluate(source, { ip: text })).toBe(expected);
    expect(evaluate(source, { ip: parseIpAddress(text) ?? text })).toBe(expected);
  });
});

describe('a Boolean', () => {
  it.each([
    ['flag xor flag xor flag', true, false],
    ['flag and flag and not flag', false, false],
    ['not flag or not flag or flag', true, true],
    ['not flag and flag or flag', true, false],
    ['not (flag and flag or flag)', false, true],
  ])('%s is %j when true and %j when false', (source, whenTrue, whenFalse) => {
    expect([evaluate(source, { flag: true }), evaluate(source, { flag: false })]).toEqual([
      whenTrue,
      whenFalse,
    ]);
  });

  it('stops at the deciding operand', () => {
    const asked: string[] = [];
    const context: EvaluationContext = {
      get: (field) => {
        asked.push(field);
        return field === 'flag';
      },
    };
    compileFilter('flag or num eq 1 or str eq "a"', scheme).evaluate(context);
    compileFilter('not flag and num eq 1', scheme).evaluate(context);
    expect(asked).toEqual(['flag', 'flag']);
  });
});

describe('an index', () => {
  const fields = {
    strs: ['a', 'b', 'é'],
    flags: [true, false],
    map: mapValue({ x: ['1', '2'], é: ['3'], empty: [] }),
    smap: mapValue({ a: 'one' }),
  };

  it.each([
    ['strs[0] eq "a"', true],
    ['strs[1] eq "b"', true],
    ['strs[2] eq "é"', true],
    ['strs[3] eq "a"', false],
    ['flags[0]', true],
    ['flags[1]', false],
    ['map["x"][1] eq "2"', true],
    ["map['é'][0] eq '3'", true],
    ['map["\\xC3\\xA9"][0] eq "3"', true],
    ['map["empty"][0] eq ""', false],
    ['map["X"][0] eq "1"', false],
    ['smap["a"] eq "one"', true],
    ['lower(strs[*])[1] eq "b"', true],
    ['map["__proto__"][0] ne "a"', false],
    ['map["constructor"][0] ne "a"', false],
    ['smap["toString"] ne "a"', false],
  ])('%s is %j', (source, expected) => {
    expect(evaluate(source, fields)).toBe(expected);
  });
});

describe('a missing value', () => {
  it.each([
    ['str eq ""', false],
    ['str ne "a"', false],
    ['not str eq "a"', true],
    ['num ne 1', false],
    ['num le 1', false],
    ['ip ne 1.1.1.1', false],
    ['ip in {0.0.0.0/0}', false],
    ['str contains ""', false],
    ['str matches ""', false],
    ['str wildcard "*"', false],
    ['flag', false],
    ['not flag', true],
    ['flag xor flag', false],
    ['strs[0] ne "a"', false],
    ['map["x"][0] ne "a"', false],
    ['lower(str) ne "a"', false],
    ['len(map["order"]) >= 0', false],
    ['not len(map["order"]) >= 0', true],
    ['starts_with(str, "a")', false],
    ['not starts_with(str, "a")', true],
    ['any(strs[*] ne "a")', false],
    ['all(strs[*] eq "a")', true],
    ['any(flags)', false],
    ['all(flags)', true],
    ['any(not strs[*] eq "a")', false],
    ['any(lower(strs[*])[*] eq "a")', false],
    ['concat(str, "a") eq "a"', true],
    ['has_key(map, "a")', false],
    ['not has_key(map, "a")', true],
  ])('turns %s into %j', (source, expected) => {
    expect(evaluate(source, {})).toBe(expected);
  });

  it.each<[string, string, string, Value]>([
    ['a number for a String', 'str', 'str ne "a"', 5],
    ['a String for an Integer', 'num', 'num ne 1', '5'],
    ['a fraction for an Integer', 'num', 'num ne 1', 1.5],
    ['an integer beyond 64 bits', 'num', 'num ne 1', 2n ** 64n],
    ['a String for a Boolean', 'flag', 'not not flag', 'true'],
    ['an invalid address for an IP', 'ip', 'ip ne 1.1.1.1', 'localhost'],
    ['a String for an Array', 'strs', 'strs[0] ne "x"', 'abc'],
    ['an Array for a Map', 'smap', 'smap["0"] ne "x"', ['abc']],
    ['an Array for a String', 'str', 'str ne "a"', ['b']],
  ])('is %s as well', (_, field, source, value) => {
    expect(evaluate(source, { [field]: value })).toBe(false);
  });
});

describe('each of many values', () => {
  const fields = {
    strs: ['Abc', 'xyz', 5, 'abc'],
    nums: [1, 2, 3],
    flags: [true, false, true],
    map: mapValue({ a: ['waf', 'botm'], b: ['cdn'], c: 'no array' }),
    smap: mapValue({ a: 'one', b: 'two' }),
  };

  it.each([
    ['any(strs[*] eq "xyz")', true],
    ['all(strs[*] eq "xyz")', false],
    ['any(lower(strs[*])[*] eq "abc")', true],
    ['all(len(strs[*])[*] eq 3)', true],
    ['any(nums[*] gt 2)', true],
    ['all(nums[*] in {1..3})', true],
    ['any(not nums[*] in {1..3})', false],
    ['any(flags)', true],
    ['all(flags)', false],
    ['all((flags or nums[*] eq 2))', true],
    ['any((flags and nums[*] eq 2))', false],
    ['all((flags xor nums[*] eq 2))', true],
    ['any((nums[*] eq 3 and nums[*] lt 4 and flags))', true],
    // As long as the shortest: the fourth string has no corresponding number.
    ['any((strs[*] eq "abc" and nums[*] ge 0))', true],
    ['any(map["a"][*] eq "botm")', true],
    ['any(map[*][*] eq "cdn")', true],
    ['all(len(map["a"][*])[*] in {3 4})', true],
    ['all(not len(map["a"][*])[*] in {3 4})', false],
    ['any(len(map[*])[*] eq 2)', true],
    ['any(smap[*] eq "two")', true],
    ['any(starts_with(smap[*], "tw"))', true],
    ['has_value(lower(strs[*]), "abc")', true],
    ['len(lower(strs[*])) eq 3', true],
    ['join(upper(smap[*]), "+") eq "ONE+TWO"', true],
    ['any(split(smap[*], "n", 5)[*][*] eq "e")', true],
  ])('%s is %j', (source, expected) => {
    expect(evaluate(source, fields)).toBe(expected);
  });

  it('keeps only the results of a mapped function', () => {
    expect(evaluate('len(decode_base64(strs[*])) eq 1', { strs: ['YQ==', '???'] })).toBe(true);
  });
});

describe('a value expression', () => {
  function read(source: string, fields: Readonly<Record<string, Value>>): Value | undefined {
    return compileValue(source, scheme).evaluate(getContext(fields));
  }

  it.each<[string, Record<string, Value>, Value | undefined]>([
    ['str', { str: 'é' }, 'é'],
    ['str', {}, undefined],
    ['map["a"][0]', { map: mapValue({ a: ['Bearer é'] }) }, 'Bearer é'],
    ['map["a"][1]', { map: mapValue({ a: ['x'] }) }, undefined],
    ['num', { num: 5n }, 5],
    ['flag', { flag: false }, false],
    ['ip', { ip: '1.2.3.4' }, { version: 4, value: 16909060 }],
    ['strs', { strs: ['a', 'é'] }, ['a', 'é']],
    ['concat(str, "-", lower(str))', { str: 'É-A' }, 'É-A-É-a'],
    [
      'sha256(str)',
      { str: '' },
      Uint8Array.from(
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'.match(/../g) ?? [],
        (hex) => Number.parseInt(hex, 16),
      ),
    ],
  ])('%s yields the value', (source, fields, expected) => {
    expect(read(source, fields)).toEqual(expected);
  });

  it('has its type and the names it uses', () => {
    const { type, references, ast, source } = compileValue('map["a"][0]', scheme);
    expect({ type, fields: references.fields, kind: ast.kind, source }).toEqual({
      type: 'String',
      fields: ['map'],
      kind: 'path',
      source: 'map["a"][0]',
    });
  });
});

describe('a context', () => {
  it('provides a field only when the expression needs it, and is passed to functions', () => {
    interface Request extends EvaluationContext {
      readonly user: string;
    }
    const own = {
      ...scheme,
      functions: new Map([
        [
          'is_user',
          {
            arity: [1, 1] as const,
            parameter: () => ({ types: ['String' as const] }),
            returns: () => 'Boolean' as const,
            bind: () => (context: Request, name?: unknown) => context.user === name,
          },
        ],
      ]),
    };
    const filter = compileFilter<Request>('is_user("ann") and not is_user("bob")', own);
    expect(filter.evaluate({ user: 'ann', get: () => undefined })).toBe(true);
  });
});

function getReferences(source: string): ReturnType<typeof collectReferences> {
  return collectReferences(parseFilter(source, scheme));
}

describe('the names in an expression', () => {
  it('are its fields, each once, wherever they occur', () => {
    const source = 'any((strs[*] eq "a" and flags)) or not str eq "c" xor has_value(nums, num)';
    expect(getReferences(source).fields).toEqual(['strs', 'flags', 'str', 'nums', 'num']);
  });

  it('are its calls, nested ones after the outer one, with their literals', () => {
    const source =
      'is_jwt_valid(\'a\') or not is_jwt_present("b") and concat(lower(str), "é", "\\xff") eq "x"';
    const calls = getReferences(source).calls.map(({ name, literals, span }) => [
      name,
      literals,
      source.slice(span.start, span.end),
    ]);
    expect(calls).toEqual([
      ['is_jwt_valid', ['a'], "is_jwt_valid('a')"],
      ['is_jwt_present', ['b'], 'is_jwt_present("b")'],
      ['concat', [undefined, 'é', undefined], 'concat(lower(str), "é", "\\xff")'],
      ['lower', [undefined], 'lower(str)'],
    ]);
  });

  it('include integers and addresses among the literals', () => {
    const literals = getReferences('cidr(ip, 24, 64) eq 1.1.1.1 and has_value(ips, 1.2.3.4)').calls.map(
      (call) => call.literals,
    );
    expect(literals).toEqual([
      [undefined, 24, 64],
      [undefined, { version: 4, value: 16909060 }],
    ]);
  });

  it('are its named lists, each once', () => {
    expect(getReferences('ip in $office or num in $ports and not ip in $office').lists).toEqual([
      'office',
      'ports',
    ]);
  });
});
