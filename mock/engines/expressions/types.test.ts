import { describe, expect, it } from 'vitest';
import {
  arrayOf,
  documentedName,
  elementOf,
  mapOf,
  sameType,
  type Type,
  typeInMismatch,
  typeInOperation,
} from './types.ts';

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

  it('holds its element type, a scalar none', () => {
    expect([elementOf(headers), elementOf(arrayOf('IP')), elementOf('IP')]).toEqual([
      arrayOf('String'),
      'IP',
      undefined,
    ]);
  });
});
