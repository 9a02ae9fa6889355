import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import type { Zone } from '../../../spec/services/zones/endpoints.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { World } from '../../world/world.ts';
import { checkHostname, checkMetadata, type HostnameCheck } from './check-hostname.ts';

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

const { accountId } = worldDefaults;

function outcomeOfMetadata(
  value: Readonly<Record<string, unknown>>,
  {
    hostname = 'shop.customer.com',
    plan = 'pro',
    without = false,
  }: { hostname?: string; plan?: Zone['plan']['legacy_id']; without?: boolean } = {},
) {
  const zone = new World({ tenants: 'strict', seed: 1 }).addZone({ name: 'a.test', accountId, plan });
  try {
    return checkMetadata(zone, hostname, value, new Set(without ? [zone.id] : [])).text;
  } catch (error) {
    if (error instanceof ApiError) return `${error.failure}: ${error.message}`;
    throw error;
  }
}

const sized = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

describe('checkMetadata', () => {
  it('returns the JSON text that rules read', () => {
    expect(outcomeOfMetadata({ b: true, a: { c: ['é', 1] } })).toBe('{"b":true,"a":{"c":["é",1]}}');
    expect(outcomeOfMetadata({})).toBe('{}');
  });

  it('accepts 4096 bytes and refuses one more, counted in UTF-8', () => {
    expect(outcomeOfMetadata(sized(4096))).toHaveLength(4096);
    expect(outcomeOfMetadata(sized(4097))).toBe(
      'hostname-metadata-too-large: custom_metadata is 4097 bytes of JSON, at most 4096 are allowed',
    );
    expect(outcomeOfMetadata({ a: 'é'.repeat(2045) })).toMatch(/^hostname-metadata-too-large: .* 4098 bytes/);
  });

  it.each([
    ['on the Free plan', { plan: 'free' }, 'hostname-metadata-denied'],
    ['by an option', { without: true }, 'hostname-metadata-denied'],
    ['of a wildcard', { hostname: '*.customer.com' }, 'hostname-metadata-wildcard'],
  ] as const)('refuses metadata %s', (_, where, failure) => {
    expect(outcomeOfMetadata({ a: 1 }, where)).toContain(`${failure}: `);
    expect(outcomeOfMetadata({ a: 1 })).toBe('{"a":1}');
  });
});
