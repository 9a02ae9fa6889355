import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromBytes,
  fromText,
  isAscii,
  lowerAscii,
  toBytes,
  toLenientText,
  toText,
  upperAscii,
} from './bytes.ts';
import {
  formatIpAddress,
  isIpAddress,
  lastOfNetwork,
  parseIpAddress,
  sameIpAddress,
  toNetwork,
} from './ip-address.ts';
import {
  arrayOf,
  documentedName,
  getElement,
  mapOf,
  sameType,
  type Type,
  typeInMismatch,
  typeInOperation,
} from './types.ts';
import { bitwiseAnd, parseInteger, toInteger } from './values.ts';

describe('a byte string', () => {
  it('is the text itself if the text is ASCII', () => {
    expect(fromText('GET /')).toBe('GET /');
  });

  it.each([
    ['é', '\u00c3\u00a9'],
    ['日', '\u00e6\u0097\u00a5'],
    ['😀', '\u00f0\u009f\u0098\u0080'],
  ])('has the UTF-8 bytes of %s', (text, bytes) => {
    expect(fromText(text)).toBe(bytes);
    expect(toText(bytes)).toBe(text);
  });

  it('has U+FFFD for a lone surrogate', () => {
    expect(toText(fromText('a\ud800'))).toBe('a\ufffd');
  });

  it('keeps a byte order mark', () => {
    expect(toText(fromText('\ufeffa'))).toBe('\ufeffa');
  });

  it('is not text if its bytes are not UTF-8', () => {
    expect(toText('\u00ff')).toBeUndefined();
    expect(toLenientText('a\u00ff')).toBe('a\ufffd');
  });

  it('may have any number of bytes', () => {
    const bytes = Uint8Array.from({ length: 10_000 }, (_, index) => index % 256);
    expect(toBytes(fromBytes(bytes))).toEqual(bytes);
  });

  it('changes the case of ASCII letters only', () => {
    expect([lowerAscii('AbZ\u00c9_[0'), upperAscii('aBz\u00e9_{0')]).toEqual([
      'abz\u00c9_[0',
      'ABZ\u00e9_{0',
    ]);
  });

  it('is ASCII below 128', () => {
    expect([isAscii('\u0000~\u007f'), isAscii('\u0080'), isAscii('é')]).toEqual([true, false, false]);
  });
});

const MAX = 9223372036854775807n;
const MIN = -9223372036854775808n;

describe('an integer', () => {
  it.each([
    ['0', 10, 0],
    ['-0', 10, 0],
    ['42', 10, 42],
    ['-42', 10, -42],
    ['9007199254740993', 10, 9007199254740993n],
    ['9223372036854775807', 10, MAX],
    ['-9223372036854775808', 10, MIN],
    ['ff', 16, 255],
    ['7FFFFFFFFFFFFFFF', 16, MAX],
    ['0123', 8, 83],
    ['0', 8, 0],
  ] as const)('%s in radix %i is valid', (digits, radix, value) => {
    expect(parseInteger(digits, radix)).toEqual(value);
  });

  it.each([
    ['9223372036854775808', 10, 'number too large to fit in target type'],
    ['-9223372036854775809', 10, 'number too small to fit in target type'],
    ['8000000000000000', 16, 'number too large to fit in target type'],
    ['08', 8, 'invalid digit found in string'],
    ['1a', 10, 'invalid digit found in string'],
    ['', 10, 'invalid digit found in string'],
    ['-', 10, 'invalid digit found in string'],
  ] as const)('%s in radix %i is invalid', (digits, radix, fault) => {
    expect(parseInteger(digits, radix)).toBe(fault);
  });

  it.each([
    [5, 5],
    [5n, 5],
    [2n ** 60n, 2n ** 60n],
    [2 ** 60, 2n ** 60n],
    [MAX + 1n, undefined],
    [2 ** 63, undefined],
    [1.5, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['5', undefined],
  ])('converts %s from a caller to %s', (value, canonical) => {
    expect(toInteger(value)).toBe(canonical);
  });

  it.each([
    [6, 3, 2],
    [-1, 255, 255],
    [-1, -1, -1],
    [2 ** 40 + 1, 2 ** 40, 2 ** 40],
    [MAX, 2n ** 62n, 2n ** 62n],
    [MIN, -1, MIN],
    [MIN, MAX, 0],
  ])('%s & %s is %s', (a, b, result) => {
    expect(bitwiseAnd(a, b)).toBe(result);
  });
});

describe('an address', () => {
  it.each([
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['192.0.2.1', '192.0.2.1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:DB8::A', '2001:db8::a'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:0:2:0:0:3:4', '1::2:0:0:3:4'],
    ['1:2:3:0:5:6:7:8', '1:2:3:0:5:6:7:8'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ])('%s prints as %s', (text, printed) => {
    const address = parseIpAddress(text);
    expect(address && formatIpAddress(address)).toBe(printed);
  });

  it.each([
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.0.0.1',
    '01.2.3.4',
    '1.2.3.-4',
    '1.2.3.4 ',
    '1..3.4',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7:8::',
    '::1.2.3',
    '1.2.3.4::',
    'fe80::1%eth0',
    '[::1]',
  ])('%j is invalid', (text) => {
    expect(parseIpAddress(text)).toBeUndefined();
  });

  it('reads back from its own text', () => {
    const any = fc.oneof(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => ({ version: 4 as const, value })),
      fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => ({ version: 6 as const, value })),
    );
    fc.assert(
      fc.property(any, (address) => {
        expect(parseIpAddress(formatIpAddress(address))).toEqual(address);
      }),
    );
  });

  it('differs by its family', () => {
    expect(sameIpAddress({ version: 4, value: 1 }, { version: 6, value: 1n })).toBe(false);
    expect(sameIpAddress({ version: 6, value: 1n }, { version: 6, value: 1n })).toBe(true);
  });

  it.each([
    ['192.0.2.77', 24, '192.0.2.0', '192.0.2.255'],
    ['255.255.255.255', 1, '128.0.0.0', '255.255.255.255'],
    ['192.0.2.77', 32, '192.0.2.77', '192.0.2.77'],
    ['192.0.2.77', 0, '0.0.0.0', '255.255.255.255'],
    ['2001:db8:ffff::1', 33, '2001:db8:8000::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['::1', 128, '::1', '::1'],
  ])('%s is in a network of %i bits', (text, bits, first, last) => {
    const address = parseIpAddress(text);
    if (address === undefined) throw new Error(text);
    const network = toNetwork(address, bits);
    expect([formatIpAddress(network), formatIpAddress(lastOfNetwork(network, bits))]).toEqual([first, last]);
  });

  it.each([
    ['null', null],
    ['text', '1.2.3.4'],
    ['an empty object', {}],
    ['an IPv4 address of a bigint', { version: 4, value: 1n }],
    ['an IPv6 address of a number', { version: 6, value: 1 }],
    ['a map', new Map()],
  ])('does not treat %s as one', (_, value) => {
    expect(isIpAddress(value)).toBe(false);
  });
});

describe('a type', () => {
  const headers = mapOf(arrayOf('String'));

  it.each<[Type, string, string, string]>([
    ['String', 'String', 'Bytes', 'Bytes'],
    ['Bytes', 'Bytes', 'Bytes', 'Bytes'],
    ['Integer', 'Integer', 'Int', 'Int'],
    ['Boolean', 'Boolean', 'Bool', 'Bool'],
    ['IP', 'IP', 'Ip', 'Ip'],
    [headers, 'Map<Array<String>>', 'Map<Array<Bytes>>', 'Map(Array(Bytes))'],
  ])('%j has a documented name and two engine names', (type, documented, mismatch, operation) => {
    expect([documentedName(type), typeInMismatch(type), typeInOperation(type)]).toEqual([
      documented,
      mismatch,
      operation,
    ]);
  });

  it('String is the same as Bytes, at any depth', () => {
    expect(sameType(headers, mapOf(arrayOf('Bytes')))).toBe(true);
  });

  it.each<[Type, Type]>([
    ['String', 'Integer'],
    ['String', arrayOf('String')],
    [arrayOf('String'), mapOf('String')],
    [mapOf('String'), arrayOf('String')],
    [arrayOf('String'), arrayOf('Integer')],
  ])('%j differs from %j', (a, b) => {
    expect(sameType(a, b)).toBe(false);
  });

  it('has an element type, a scalar has none', () => {
    expect([getElement(headers), getElement(arrayOf('IP')), getElement('IP')]).toEqual([
      arrayOf('String'),
      'IP',
      undefined,
    ]);
  });
});
