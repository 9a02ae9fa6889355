import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import { checkHostname, type HostnameCheck } from './check-hostname.ts';

type Check = (input: string, check: HostnameCheck, pointer: string) => string;

/** The result of a check: the hostname or the failure, with its certainty. */
function outcome(check: Check, input: string, strict = false) {
  const rests: string[] = [];
  try {
    const result = check(input, { strict, restsOn: (certainty) => rests.push(certainty) }, '/x');
    return [result, ...rests];
  } catch (error) {
    if (error instanceof ApiError) return [error.failure, ...rests];
    throw error;
  }
}

const long = `${'l'.repeat(63)}.`.repeat(4);

describe('checkHostname', () => {
  it.each([
    ['256 characters', `${long.slice(0, 252)}.com`, 'hostname-invalid'],
    ['an IPv6 address', '2001:db8::1', 'hostname-invalid'],
    ['a line break', 'shop.com\n', 'hostname-invalid'],
    ['two wildcards', '*.*.com', 'hostname-invalid'],
    ['a wildcard alone', '*.', 'hostname-invalid'],
    ['the Kelvin sign, whose lower case is ASCII', '\u212a.com', 'hostname-non-ascii'],
    ['a final dot', 'a.com.', 'hostname-unparsable'],
    ['a label of 64 characters', `${'l'.repeat(64)}.com`, 'hostname-unparsable'],
    ['a wildcard below a top domain', '*.com', 'hostname-unparsable'],
  ])('refuses %s', (_, input, failure) => {
    expect(outcome(checkHostname, input)).toEqual([failure]);
  });

  it('accepts hosts below localhost with an inferred certainty, unless it is strict', () => {
    expect(outcome(checkHostname, 'shop.localhost')).toEqual(['shop.localhost', 'inferred']);
    expect(outcome(checkHostname, 'shop.localhost', true)).toEqual(['hostname-reserved']);
    expect(outcome(checkHostname, 'localhost')).toEqual(['hostname-unparsable']);
  });
});
