import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('lookup_json_string', () => {
  it.each([
    ['{"company":"example","product":"rulesets"}', '"company"', 'example'],
    ['{"network":{"name":"example"}}', '"network", "name"', 'example'],
    ['["other","example"]', '1', 'example'],
    ['{"networks":["other","example"]}', '"networks", 1', 'example'],
    ['[{"network":"other"},{"network":"example"}]', '1, "network"', 'example'],
    ['{"é":"ü"}', '"é"', 'ü'],
    ['{"a":"\\u00e9\\ud83d\\ude00"}', '"a"', 'é😀'],
    ['{"a":"1","a":"2"}', '"a"', '2'],
    ['{"a":1}', '"a"', undefined],
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
  ])('%s at %s is %j', (str, keys, expected) => {
    expect(resultOf(`lookup_json_string(str, ${keys})`, { str })).toBe(expected);
  });

  it('takes a key from the request', () => {
    expect(resultOf('lookup_json_string(str, bin)', { str: '{"k":"v"}', bin: 'k' })).toBe('v');
  });

  it('yields nothing of a text that is no UTF-8', () => {
    expect(resultOf('lookup_json_string(str, "a")', { str: Uint8Array.of(123, 255) })).toBeUndefined();
  });

  it('survives a document of absurd depth', () => {
    expect(resultOf('lookup_json_string(str, 0)', { str: '['.repeat(200_000) })).toBeUndefined();
  });

  it('needs a key, and a document of the request', () => {
    expect(refusalOf('lookup_json_string(str)')).toBe('invalid number of arguments');
    expect(refusalOf('lookup_json_string("{}", "a")')).toContain(
      'expected argument of kind Field, but got Literal',
    );
  });
});

describe('lookup_json_integer', () => {
  it.each([
    ['{"record_id":"aed53a","version":2}', '"version"', 2],
    ['{ "product" : { "id" : 356 } }', '"product", "id"', 356],
    ['["first_item", -234]', '1', -234],
    ['{"network_ids":[123,456]}', '"network_ids", 0', 123],
    ['[{"product_id":123},{"product_id":456}]', '1, "product_id"', 456],
    ['{"a":42.0}', '"a"', undefined],
    ['{"a":4.2e1}', '"a"', undefined],
    ['{"a":4E2}', '"a"', undefined],
    ['{"a":1.5}', '"a"', undefined],
    ['{"a":"42"}', '"a"', undefined],
    ['{"a":9223372036854775807}', '"a"', 9223372036854775807n],
    ['{"a":9007199254740993}', '"a"', 9007199254740993n],
    ['{"a":9223372036854775808}', '"a"', undefined],
    ['{"a":1,"a":2}', '"a"', 2],
    ['{"x":"a\\":1,","a":{"b":[0,7]}}', '"a", "b", 1', 7],
    ['{"\\u0061":3}', '"a"', 3],
    [' [ [ ] , { } , "]" , 8 ] ', '3', 8],
    ['5', '0', undefined],
  ])('%s at %s is %s', (str, keys, expected) => {
    expect(resultOf(`lookup_json_integer(str, ${keys})`, { str })).toBe(expected);
  });

  it('finds in any document what is there', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(
        value,
        value,
        fc.integer(),
        fc.integer({ min: 0, max: 3 }),
        (before, after, wanted, spaces) => {
          const str = JSON.stringify(
            [before, { other: after, 'k"\\': wanted, last: before }, after],
            undefined,
            spaces,
          );
          expect(resultOf('lookup_json_integer(str, 1, "k\\"\\\\")', { str })).toBe(wanted);
        },
      ),
    );
  });
});
