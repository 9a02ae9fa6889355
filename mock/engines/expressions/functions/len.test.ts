import { describe, expect, it } from 'vitest';
import { resultOf } from '../testing/call.ts';
import type { Value } from '../values.ts';

describe('len', () => {
  it.each<[string, Record<string, Value>, number | undefined]>([
    ['len(str)', { str: 'example.com' }, 11],
    ['len(str)', { str: 'é😀' }, 6],
    ['len(str)', { str: '' }, 0],
    ['len(bin)', { bin: Uint8Array.of(1, 255) }, 2],
    ['len(strs)', { strs: ['a', 'bc'] }, 2],
    ['len(map["x"])', { map: new Map([['x', ['a']]]) }, 1],
    ['len("é")', {}, 2],
    ['len(str)', {}, undefined],
    ['len(map["y"])', { map: new Map() }, undefined],
  ])('%s of %j is %j: bytes, or elements', (source, fields, expected) => {
    expect(resultOf(source, fields)).toBe(expected);
  });
});
