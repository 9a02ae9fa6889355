import { describe, expect, it } from 'vitest';
import { refusalOf, resultOf } from '../testing/call.ts';

describe('any and all', () => {
  it.each([
    [[true, false], true, false],
    [[true, true], true, true],
    [[false], false, false],
    [[], false, true],
    [undefined, false, true],
  ])('of %j are %j and %j', (flags, any, all) => {
    const fields = flags === undefined ? {} : { flags };
    expect([resultOf('any(flags)', fields), resultOf('all(flags)', fields)]).toEqual([any, all]);
  });

  it('take arrays of Boolean only', () => {
    expect(refusalOf('any(strs)')).toBe(
      'invalid type of argument #0: expected value of type Array<Bool>, but got Array<Bytes>',
    );
  });
});
