// biome-ignore-all lint/suspicious/noTemplateCurlyInString: capture groups are written like this in the language.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRefusal, getResult } from '../testing/scheme.ts';
import type { Value } from '../values.ts';

type Fields = Readonly<Record<string, Value>>;

// Cases beyond the vectors of fixtures/expressions: bytes, missing values, and the ends of each range.
describe('a function', () => {
  it.each<[source: string, fields: Fields, result: Value | undefined]>([
    ['any(flags)', { flags: [true, false] }, true],
    ['any(flags)', { flags: [] }, false],
    ['any(flags)', {}, false],
    ['all(flags)', { flags: [true, false] }, false],
    ['all(flags)', { flags: [] }, true],
    ['all(flags)', {}, true],
    ['has_key(map, "\\xff")', { map: new Map([['é', []]]) }, false],
    ['has_key(map, "é")', { map: new Map([['é', []]]) }, true],
    ['has_key(map, "constructor")', { map: new Map() }, false],
    ['has_key(map, str)', { map: new Map() }, undefined],
    ['has_key(map, "a")', {}, undefined],
    ['has_value(strs, str)', { strs: ['a'], str: 'a' }, true],
    ['has_value(strs, str)', { strs: ['a'] }, undefined],
    ['has_value(strs, "a")', {}, undefined],
    ['has_value(nums, 2)', { nums: [1, 2n] }, true],
    ['has_value(flags, flag)', { flags: [true], flag: false }, false],
    ['has_value(ips, 1.2.3.4)', { ips: ['::1', '1.2.3.4'] }, true],
    ['has_value(ips, ip)', { ips: ['1.2.3.4'], ip: '::ffff:1.2.3.4' }, false],
    ['has_value(smap, "é")', { smap: new Map([['k', 'é']]) }, true],
    ['has_value(nmap, 5)', { nmap: new Map<string, Value>(Object.entries({ k: 'five', l: 5n })) }, true],
    ['len(str)', { str: 'é😀' }, 6],
    ['len(bin)', { bin: Uint8Array.of(1, 255) }, 2],
    ['len(map["y"])', { map: new Map() }, undefined],
    ['concat(str, "-", bin)', { str: 'é', bin: 'b' }, 'é-b'],
    ['concat(str, bin)', {}, undefined],
    ['concat(strs, map["x"])', { strs: ['a'], map: new Map([['x', ['b', 'c']]]) }, ['a', 'b', 'c']],
    ['concat(strs, map["x"])', { strs: ['a'] }, ['a']],
    ['concat(strs, map["x"])', {}, undefined],
    ['lower(str)', { str: 'ÉA[' }, 'Éa['],
    ['lower(str)', { str: Uint8Array.of(65, 0xc9, 0xff) }, Uint8Array.of(97, 0xc9, 0xff)],
    ['upper(str)', { str: 'éa{' }, 'éA{'],
    ['starts_with(str, "\\xC3")', { str: 'é' }, true],
    ['starts_with(str, smap["p"])', { str: 'pre-fix', smap: new Map([['p', 'pre']]) }, true],
    ['starts_with(str, smap["p"])', { str: 'a' }, undefined],
    ["ends_with(str, '\\xA9')", { str: 'é' }, true],
    ['ends_with(str, "a")', {}, undefined],
    ['substring(str, 0, 0)', { str: 'abc' }, ''],
    ['substring(str, 2, 1)', { str: 'abc' }, ''],
    ['substring(str, -99, 2)', { str: 'abc' }, 'ab'],
    ['substring(str, 0, 9223372036854775807)', { str: 'abc' }, 'abc'],
    ['substring(str, num)', { str: 'abc', num: 1 }, 'bc'],
    ['substring(str, 1)', { str: 'éa' }, Uint8Array.of(0xa9, 97)],
    ['to_string(num)', { num: -0 }, '0'],
    ['to_string(num)', { num: -(2n ** 63n) }, '-9223372036854775808'],
    ['to_string(num)', {}, undefined],
    ['join(strs, ",")', { strs: [] }, ''],
    ['join(strs, ",")', {}, undefined],
    ['split(str, ",", 64)', { str: 'a,,b' }, ['a', '', 'b']],
    ['split(str, ",", 5)', { str: '' }, ['']],
    ['split(str, ",", 5)', {}, undefined],
    ['remove_bytes(str, "é")', { str: 'aéb' }, 'ab'],
    ['remove_bytes(str, "\\xa9")', { str: 'é' }, Uint8Array.of(0xc3)],
    [
      'remove_query_args(http.request.uri.query, "b", "c")',
      { 'http.request.uri.query': 'a=1&b&c=2=3&d=' },
      'a=1&d=',
    ],
    ['url_decode(str)', { str: '%zz%4' }, '%zz%4'],
    ['url_decode(str, "u")', { str: '%U00e9%41' }, 'éA'],
    ['url_decode(str, "u")', { str: '%ud800' }, '%ud800'],
    ['url_decode(str, "ur")', { str: '%2575%u0025u0041' }, 'uA'],
    ['url_decode(str, "r")', { str: `%${'25'.repeat(9)}41` }, 'A'],
    ['url_decode(str, "r")', { str: `%${'25'.repeat(10)}41` }, '%41'],
    ['uuidv4(bin)', { bin: new Uint8Array(15) }, undefined],
    ['encode_base64("hello world", "up")', {}, 'aGVsbG8gd29ybGQ='],
    ['encode_base64("\\xfb\\xff", "u")', {}, '-_8'],
    ['encode_base64("")', {}, ''],
    ['decode_base64(str)', { str: 'YQ==' }, 'a'],
    ['decode_base64(str)', { str: '' }, ''],
    ['decode_base64(str)', { str: 'YQ=' }, undefined],
    ['decode_base64(str)', { str: 'Y' }, undefined],
    ['decode_base64(str)', { str: 'YQ===' }, undefined],
    ['decode_base64(str)', { str: '-_8' }, undefined],
    ['cidr(ip, 32, 128)', { ip: '113.10.0.2' }, { version: 4, value: 1896480770 }],
    ['cidr(ip, 24, 24)', { ip: '2001:0:130F::' }, { version: 6, value: 0x2001n << 112n }],
    ['regex_replace(str, "^/v1/", "/v2/")', { str: '/v1/v1/' }, '/v2/v1/'],
    ['regex_replace(str, "a", "b")', {}, undefined],
    ['regex_replace("/b", "^/b$", "/b$$")', {}, '/b$'],
    ['regex_replace("ab", "(x)?b", "[${1}${8}]")', {}, 'a[]'],
    ['regex_replace("éaé", "a", "ü")', {}, 'éüé'],
    ['regex_replace("a\\\\b", r"\\\\", "a")', {}, 'aab'],
    ['regex_replace("aa", "", "x")', {}, 'xaa'],
    ['wildcard_replace(str, "*-*", "${2}|${1}|${3}|$$")', { str: 'a-b-c' }, 'b-c|a||$'],
    ['wildcard_replace(str, "é/*", "${1}/ü")', { str: 'é/x' }, 'x/ü'],
    ['wildcard_replace(str, "*", "[${1}]")', { str: '' }, '[]'],
  ])("%s has the result of the language's documentation, case %#", (source, fields, result) => {
    expect(getResult(source, fields)).toEqual(result);
  });

  it.each([
    ['any(strs)', 'expected value of type Array<Bool>, but got Array<Bytes>'],
    ['has_key(strs, "a")', 'expected value of type Map<_>, but got Array<Bytes>'],
    ['has_value(strs, 1)', 'argument #1: expected value of type Bytes, but got Int'],
    [
      'has_value(map, "a")',
      'invalid type of argument #0: expected value of type {Array<Bytes>, Map<Bytes>, Array<Int>, Map<Int>, ' +
        'Array<Bool>, Map<Bool>, Array<Ip>, Map<Ip>}, but got Map<Array<Bytes>>',
    ],
    ['concat(strs, str)', 'argument #1: expected value of type Array<Bytes>, but got Bytes'],
    ['concat(num, num)', 'argument #0: expected value of type Array<_> or Bytes, but got Int'],
    ['concat(str)', 'invalid number of arguments'],
    ['substring("abc", 1)', 'expected argument of kind Field, but got Literal'],
    ['to_string(str)', 'expected value of type {Int, Bool, Ip}, but got Bytes'],
    ['split(str, "", 5)', 'the separator must not be empty'],
    ['split(str, ",", 0)', 'the limit must be between 1 and 128'],
    ['split(str, ",", num)', 'expected argument of kind Literal, but got Field'],
    ['remove_query_args(str, "a")', 'one of http.request.uri.query, raw.http.request.uri.query'],
    ['remove_query_args(lower(http.request.uri.query), "a")', 'must be one of http.request.uri.query'],
    ['url_decode("a")', 'expected argument of kind Field, but got Literal'],
    ['url_decode(str, bin)', 'expected argument of kind Literal, but got Field'],
    ['encode_base64(str, "x")', 'flags are \\"u\\" and \\"p\\"'],
    ['cidr(ip, 0, 1)', 'between 1 and 32'],
    ['cidr(ip, 1, 129)', 'between 1 and 128'],
    ['cidr(1.2.3.4, 24, 24)', 'expected argument of kind Field, but got Literal'],
    ['cidr(ip, num, 24)', 'expected argument of kind Literal, but got Field'],
    ['regex_replace(str, "a", "${9}")', '${9} is not between ${1} and ${8}'],
    ['regex_replace(str, "a", "${0}")', '${0} is not between ${1} and ${8}'],
    [`regex_replace(str, "a", "${'${1}'.repeat(9)}")`, 'no more than eight replacement references'],
    ['regex_replace(str, bin, "x")', 'expected argument of kind Literal, but got Field'],
    ['wildcard_replace("a", "a", "b")', 'expected argument of kind Field, but got Literal'],
    ['wildcard_replace(str, "a**", "b")', 'wildcard contains a double star'],
    ['wildcard_replace(str, "a", "${9}")', '${9} is not between ${1} and ${8}'],
    ['wildcard_replace(str, "a", "b", "i")', 'the only flag is \\"s\\"'],
    ['lookup_json_string(str)', 'invalid number of arguments'],
    ['lookup_json_string("{}", "a")', 'expected argument of kind Field, but got Literal'],
    ['is_timed_hmac_valid_v0(str, str, 1, num)', 'expected argument of kind Literal, but got Field'],
    ['is_timed_hmac_valid_v0("k", str, 1, num, -1)', 'cannot be negative'],
    ['is_timed_hmac_valid_v0("k", str, 1, num, 0, "x")', 'the only flag is'],
  ])('refuses %s', (source, message) => {
    expect(getRefusal(source)).toContain(message);
  });

  it('decodes Base64 of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('', 'p'), (bin, flags) => {
        const str = getResult(`encode_base64(bin, "${flags}")`, { bin }) ?? '';
        expect(getResult('len(decode_base64(str))', { str })).toBe(bin.length);
        expect(getResult('encode_base64(decode_base64(str))', { str })).toBe(String(str).replace(/=+$/, ''));
      }),
    );
  });

  it('makes a version 4 UUID of 16 bytes or more', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 40 }), (bin) => {
        expect(getResult('uuidv4(bin)', { bin })).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });
});

describe('a JSON lookup', () => {
  it.each([
    ['{"a":"\\u00e9\\ud83d\\ude00"}', '"a"', 'é😀'],
    ['{"é":"ü"}', '"é"', 'ü'],
    ['{"a":"1","a":"2"}', '"a"', '2'],
    ['{"a":["x"]}', '"a"', undefined],
    ['{"a":null}', '"a", "b"', undefined],
    ['["x"]', '-1', undefined],
    ['["x"]', '1', undefined],
    ['["x"]', '"0"', undefined],
    ['["x"]', '"length"', undefined],
    ['{"a":"x"}', '"toString"', undefined],
    ['{"__proto__":"x"}', '"__proto__"', 'x'],
    ['"x"', '0', undefined],
    ['{"a":"x"', '"a"', undefined],
    ['', '"a"', undefined],
  ])('%j at %s has the string %j', (str, keys, expected) => {
    expect(getResult(`lookup_json_string(str, ${keys})`, { str })).toBe(expected);
  });

  it('takes a key from the request, and yields nothing for invalid UTF-8 or JSON', () => {
    expect(getResult('lookup_json_string(str, bin)', { str: '{"k":"v"}', bin: 'k' })).toBe('v');
    expect(getResult('lookup_json_string(str, "a")', { str: Uint8Array.of(123, 255) })).toBeUndefined();
    expect(getResult('lookup_json_string(str, 0)', { str: '['.repeat(200_000) })).toBeUndefined();
  });

  it.each([
    ['{ "product" : { "id" : 356 } }', '"product", "id"', 356],
    ['{"a":4.2e1}', '"a"', undefined],
    ['{"a":4E2}', '"a"', undefined],
    ['{"a":9223372036854775807}', '"a"', 9223372036854775807n],
    ['{"a":9007199254740993}', '"a"', 9007199254740993n],
    ['{"a":9223372036854775808}', '"a"', undefined],
    ['{"a":1,"a":2}', '"a"', 2],
    ['{"x":"a\\":1,","a":{"b":[0,7]}}', '"a", "b", 1', 7],
    ['{"\\u0061":3}', '"a"', 3],
    [' [ [ ] , { } , "]" , 8 ] ', '3', 8],
    ['5', '0', undefined],
  ])('%s at %s has the integer %s', (str, keys, expected) => {
    expect(getResult(`lookup_json_integer(str, ${keys})`, { str })).toBe(expected);
  });

  it('finds an integer in any document', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const spaces = fc.integer({ min: 0, max: 3 });
    fc.assert(
      fc.property(value, value, fc.integer(), spaces, (before, after, wanted, indent) => {
        const document = [before, { other: after, 'k"\\': wanted, last: before }, after];
        const str = JSON.stringify(document, undefined, indent);
        expect(getResult('lookup_json_integer(str, 1, "k\\"\\\\")', { str })).toBe(wanted);
      }),
    );
  });
});

describe('is_timed_hmac_valid_v0', () => {
  // Message, separator of 8 bytes, timestamp and MAC; another library computed the MAC.
  const standard = '/download/cat.jpg?verify=1484063787-JcOQEFurDwNF66OcDJLopQxjsg3cB1KVO5%2BBFS9zZZ0%3D';
  const urlSafe = '/download/cat.jpg?verify=1484063787-JcOQEFurDwNF66OcDJLopQxjsg3cB1KVO5-BFS9zZZ0';

  it.each([
    [standard, '"mysecretkey", str, 100, num, 8', true],
    [standard, '"mysecretkey", str, 99, num, 8', false],
    [standard, '"otherkey", str, 100000, num, 8', false],
    [standard, '"mysecretkey", str, 100000, num, 7', false],
    [standard, '"mysecretkey", str, 100000, num', false],
    [standard, '"mysecretkey", str, 100000, num, 8, "s"', false],
    [standard.replace('cat', 'dog'), '"mysecretkey", str, 100000, num, 8', false],
    [standard.replace('1484063787', '1484063788'), '"mysecretkey", str, 100000, num, 8', false],
    [standard.replace('1484063787', '148406378'), '"mysecretkey", str, 100000, num, 8', false],
    [standard.replace('%2B', '%zz'), '"mysecretkey", str, 100000, num, 8', false],
    [urlSafe, '"mysecretkey", str, 100000, num, 8, "s"', true],
    [urlSafe, '"mysecretkey", str, 100000, num, 8', false],
    ['', '"mysecretkey", str, 100000, num, 8', false],
    ['x'.repeat(80), '"mysecretkey", str, 100000, num, 0', false],
    [`1484063787-${'A'.repeat(43)}`, '"mysecretkey", str, 100000, num, 0', false],
  ])('%s with %s is %j', (str, call, expected) => {
    expect(getResult(`is_timed_hmac_valid_v0(${call})`, { str, num: 1484063787 + 100 })).toBe(expected);
  });

  it('takes a message concatenated from several fields, and yields nothing for a missing one', () => {
    const call = '"mysecretkey", concat(str, strs[0], "-", strs[1]), 100000, num, 0';
    const strs = ['1484063787', 'JcOQEFurDwNF66OcDJLopQxjsg3cB1KVO5%2BBFS9zZZ0%3D'];
    const fields = { str: '/download/cat.jpg', strs, num: 1484063800 };
    expect(getResult(`is_timed_hmac_valid_v0(${call})`, fields)).toBe(true);
    expect(getResult('is_timed_hmac_valid_v0("k", str, 1, num)', { num: 1 })).toBeUndefined();
  });
});
