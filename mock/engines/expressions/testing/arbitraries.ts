import fc from 'fast-check';
import { parseIpAddress } from '../ip-address.ts';
import type { EvaluationContext, Value } from '../values.ts';

/** Strings that often occur in each other, with bytes and characters of every length. */
const word = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'A',
    'ab',
    'alpha',
    'é',
    '日本',
    '😀',
    '{"a":"b"}',
    '%20',
    'a"b\\c',
    '\t\u0000',
    '[x]',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const integer = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map(BigInt),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
);
const address = fc.constantFrom(
  '203.0.113.7',
  '203.0.113.0',
  '10.1.2.3',
  '::1',
  '2001:db8::1',
  '::ffff:10.1.2.3',
);
const key = fc.constantFrom('a', 'b', 'é', '__proto__');

function quoted(text: string, quote: string): string {
  const body = text.replace(/[\\"']/g, (c) => (c === quote || c === '\\' ? `\\${c}` : c));
  return quote + body + quote;
}

/** A string literal in any notation. */
const stringLiteral = fc.oneof(
  fc.tuple(word, fc.constantFrom('"', "'")).map(([text, quote]) => quoted(text, quote)),
  word.map((text) => `r##"${text.replaceAll('"##', '')}"##`),
  fc
    .array(fc.integer({ min: 0, max: 255 }), { minLength: 2, maxLength: 4 })
    .map((bytes) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':')),
  fc.integer({ min: 0, max: 255 }).map((byte) => `"\\x${byte.toString(16).padStart(2, '0')}"`),
);
const integerLiteral = fc.oneof(
  integer.map(String),
  fc.integer({ min: 0, max: 999 }).map((value) => `0x${value.toString(16)}`),
  fc.integer({ min: 0, max: 999 }).map((value) => `0${value.toString(8)}`),
);
const wildcardLiteral = fc
  .array(fc.constantFrom('a', 'A', 'b', '*', 'é', '\\*', '\\\\'), { maxLength: 5 })
  .map((parts) =>
    quoted(
      parts
        .join('')
        .replace(/\*{2,}/g, '*')
        .replaceAll('\\**', '\\*'),
      '"',
    ),
  );
const regexLiteral = fc.constantFrom(
  '"^a"',
  "'b$'",
  'r"[a-c]+"',
  '"ab?c|é"',
  '"[\\"x]"',
  '"\\\\"',
  '"(a|b)*c?"',
);

function list(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(item, { maxLength: 4 }).map((items) => `{${items.join(' ')}}`);
}

const ordering = fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge', '==', '!=', '<', '<=', '>', '>=');
const equality = fc.constantFrom('eq', 'ne', '==', '!=');
const join = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(' '));

const stringCondition = fc.oneof(
  join(ordering, stringLiteral),
  join(fc.constant('contains'), stringLiteral),
  join(fc.constantFrom('matches', '~'), regexLiteral),
  join(fc.constantFrom('wildcard', 'strict wildcard'), wildcardLiteral),
  join(fc.constant('in'), list(stringLiteral)),
  fc.constant('in $words'),
);
const integerCondition = fc.oneof(
  join(ordering, integerLiteral),
  join(fc.constantFrom('&', 'bitwise_and'), integerLiteral),
  join(fc.constant('in'), list(fc.oneof(integerLiteral, fc.constantFrom('-3..3', '1..1', '0x1..0xff')))),
  fc.constant('in $ports'),
);
const ipCondition = fc.oneof(
  join(equality, address),
  join(
    fc.constant('in'),
    list(
      fc.oneof(
        address,
        fc.constantFrom('203.0.113.0/24', '10.0.0.0/8', '2001:db8::/32', '10.0.0.0..10.1.255.255', '::..::2'),
      ),
    ),
  ),
  fc.constant('in $office'),
);

/** The rules of the generator, each of which yields source text. */
type Rules = Record<'string' | 'integer' | 'many' | 'manyLogical' | 'simple' | 'expression', string>;

/** The source of an expression over the scheme of `everythingScheme`, in any notation. */
export const sourceArbitrary: fc.Arbitrary<string> = fc.letrec<Rules>((tie) => {
  const position = fc.integer({ min: 0, max: 2 });
  const keyed = key.map((text) => quoted(text, "'"));
  return {
    string: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('str', 'bin'),
      position.map((at) => `strs[${at}]`),
      keyed.map((text) => `smap[${text}]`),
      fc.tuple(keyed, position).map(([text, at]) => `map[${text}][${at}]`),
      tie('string').map((inner) => `lower(${inner})`),
      fc
        .tuple(tie('string'), fc.integer({ min: -3, max: 3 }))
        .map(([inner, at]) => `substring(${inner}, ${at})`),
      fc.tuple(tie('string'), stringLiteral).map(([a, b]) => `concat(${a}, ${b})`),
      keyed.map((text) => `lookup_json_string(str, ${text})`),
      keyed.map((text) => `join(map[${text}], "-")`),
      fc
        .tuple(
          tie('string'),
          fc.constantFrom(
            'upper($)',
            'url_decode($)',
            'url_decode($, "ru")',
            'decode_base64($)',
            'encode_base64($)',
            'encode_base64($, "up")',
            'sha256($)',
            'uuidv4($)',
            'remove_bytes($, 61:41)',
            'split($, "a", 3)[1]',
          ),
        )
        .map(([inner, call]) => call.replace('$', () => inner)),
      fc.constantFrom(
        'to_string(num)',
        'to_string(flag)',
        'to_string(ip)',
        'remove_query_args(http.request.uri.query, "a", str)',
      ),
    ),
    integer: fc.oneof(
      fc.constantFrom('num', 'len(strs)', 'len(map["a"])', 'nmap["a"]'),
      position.map((at) => `nums[${at}]`),
      tie('string').map((inner) => `len(${inner})`),
      keyed.map((text) => `lookup_json_integer(str, ${text})`),
    ),
    many: fc.oneof(
      join(
        fc.constantFrom('strs[*]', 'smap[*]', 'map["a"][*]', 'map[*][*]', 'lower(strs[*])[*]'),
        stringCondition,
      ),
      join(fc.constantFrom('nums[*]', 'len(strs[*])[*]', 'len(map[*])[*]'), integerCondition),
      join(fc.constant('ips[*]'), ipCondition),
      fc.constant('flags'),
    ),
    manyLogical: fc.oneof(
      tie('many'),
      fc
        .tuple(tie('many'), fc.constantFrom('and', 'or', 'xor'), tie('many'))
        .map((parts) => `(${parts.join(' ')})`),
      tie('many').map((inner) => `not ${inner}`),
    ),
    simple: fc.oneof(
      fc.constantFrom(
        'flag',
        'flags[0]',
        'is_jwt_valid("good")',
        "is_jwt_present('absent')",
        'has_key(map, "a")',
      ),
      join(tie('string'), stringCondition),
      join(tie('integer'), integerCondition),
      join(fc.constantFrom('ip', 'ips[0]', 'cidr(ip, 8, 16)', 'cidr6(ips[0], 33)'), ipCondition),
      fc.tuple(tie('string'), tie('string')).map(([a, b]) => `ends_with(${a}, ${b})`),
      tie('string').map((inner) => `is_timed_hmac_valid_v0("key", ${inner}, 60, num, 1, "s")`),
      fc.tuple(tie('string'), stringLiteral).map(([a, b]) => `starts_with(${a}, ${b})`),
      fc.tuple(fc.constantFrom('any', 'all'), tie('manyLogical')).map(([name, inner]) => `${name}(${inner})`),
      stringLiteral.map((text) => `has_value(smap, ${text})`),
    ),
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('simple'),
      fc
        .tuple(tie('expression'), fc.constantFrom('and', 'or', 'xor', '&&', '||', '^^'), tie('expression'))
        .map((parts) => parts.join(' ')),
      tie('expression').map((inner) => `not ${inner}`),
      tie('expression').map((inner) => `!${inner}`),
      tie('expression').map((inner) => `( ${inner}\n)`),
    ),
  };
}).expression;

/** The same with a call of each single-use function. */
export const replacingArbitrary: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('str', 'smap["a"]', 'lower(bin)'),
    fc.constantFrom('"(a)|b*"', '"^.?"', '"[^a]+$"', '"é|(.)(.)"'),
    fc.constantFrom('"a*"', '"*a*"', '"*"', '"é*\\\\*"'),
    fc.constantFrom(`"\${1}x\${2}"`, '"$$"', '""'),
    fc.constantFrom('and', 'or', 'xor'),
    stringCondition,
    sourceArbitrary,
  )
  .map(
    ([source, regex, wildcard, replacement, operator, condition, rest]) =>
      `regex_replace(${source}, ${regex}, ${replacement}) ${condition} ${operator} ` +
      `wildcard_replace(${source}, ${wildcard}, ${replacement}, "s") ${condition} or (${rest})`,
  );

const anything: fc.Arbitrary<Value> = fc
  .anything({ withBigInt: true, withMap: true, withTypedArray: true })
  .map(
    // These values deliberately do not match their type.
    (value) => value as Value,
  );

function orElse(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof(
    { weight: 8, arbitrary: value },
    { weight: 1, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: anything },
  );
}

const text: fc.Arbitrary<Value> = fc.oneof(word, fc.uint8Array({ maxLength: 4 }));
const addressValue: fc.Arbitrary<Value> = fc.oneof(
  address,
  address.map((value) => parseIpAddress(value) ?? value),
);

function mapOf(value: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.array(fc.tuple(key, value), { maxLength: 3 }).map((entries) => new Map(entries));
}

/** A request: most fields of the right type, some missing, some of a wrong kind. */
export const contextArbitrary: fc.Arbitrary<EvaluationContext> = fc
  .record({
    str: orElse(text),
    bin: orElse(text),
    num: orElse(fc.oneof(integer, fc.integer())),
    flag: orElse(fc.boolean()),
    ip: orElse(addressValue),
    strs: orElse(fc.array(text, { maxLength: 3 })),
    nums: orElse(fc.array(fc.oneof(integer, fc.integer()), { maxLength: 3 })),
    flags: orElse(fc.array(fc.boolean(), { maxLength: 3 })),
    ips: orElse(fc.array(addressValue, { maxLength: 3 })),
    map: orElse(mapOf(fc.array(text, { maxLength: 3 }))),
    smap: orElse(mapOf(text)),
    nmap: orElse(mapOf(integer)),
    'http.request.uri.query': orElse(text),
  })
  .map((fields) => {
    const values = new Map<string, Value | undefined>(Object.entries(fields));
    return { get: (field: string) => values.get(field) };
  });
