import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import type { Zone } from '../../../spec/services/zones/endpoints.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { World } from '../../world/world.ts';
import {
  checkHostname,
  checkMetadata,
  checkOriginHostname,
  type HostnameCheck,
  isHostnamePart,
} from './check-hostname.ts';

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
    ['a hostname', 'shop.customer.com', 'shop.customer.com'],
    ['upper case, in lower case', 'Shop.Customer.COM', 'shop.customer.com'],
    ['a wildcard', '*.customer.com', '*.customer.com'],
    ['an underscore', 'my_shop.customer.com', 'my_shop.customer.com'],
    ['an ACE label', 'xn--bcher-kva.com', 'xn--bcher-kva.com'],
    ['255 characters', `${long.slice(0, 251)}.com`, `${long.slice(0, 251)}.com`],
    ['a domain that only looks prohibited', 'myexample.com', 'myexample.com'],
    ['a reserved word that is not the top', 'test.com', 'test.com'],
  ])('takes %s', (_, input, expected) => {
    expect(outcome(checkHostname, input)).toEqual([expected]);
  });

  it.each([
    ['nothing', '', 'hostname-invalid'],
    ['256 characters', `${long.slice(0, 252)}.com`, 'hostname-invalid'],
    ['an IPv4 address', '192.0.2.1', 'hostname-invalid'],
    ['an IPv6 address', '2001:db8::1', 'hostname-invalid'],
    ['a port', 'shop.customer.com:443', 'hostname-invalid'],
    ['a space', 'my shop.com', 'hostname-invalid'],
    ['a line break', 'shop.com\n', 'hostname-invalid'],
    ['a wildcard inside', 'a.*.com', 'hostname-invalid'],
    ['two wildcards', '*.*.com', 'hostname-invalid'],
    ['a wildcard alone', '*.', 'hostname-invalid'],
    ['characters outside ASCII', 'bücher.com', 'hostname-non-ascii'],
    ['the Kelvin sign, whose lower case is ASCII', '\u212a.com', 'hostname-non-ascii'],
    ['a reserved top domain', 'shop.test', 'hostname-reserved'],
    ['a reserved top domain alone', 'invalid', 'hostname-reserved'],
    ['a wildcard below a reserved top domain', '*.example', 'hostname-reserved'],
    ['an empty label', 'a..com', 'hostname-unparsable'],
    ['a final dot', 'a.com.', 'hostname-unparsable'],
    ['a label of 64 characters', `${'l'.repeat(64)}.com`, 'hostname-unparsable'],
    ['a label that starts with a hyphen', '-a.com', 'hostname-unparsable'],
    ['a top domain', 'com', 'hostname-unparsable'],
    ['a wildcard below a top domain', '*.com', 'hostname-unparsable'],
    ['example.com', 'example.com', 'hostname-prohibited'],
    ['a host below example.net', 'a.b.example.net', 'hostname-prohibited'],
    ['a wildcard below example.org', '*.example.org', 'hostname-prohibited'],
  ])('refuses %s', (_, input, failure) => {
    expect(outcome(checkHostname, input)).toEqual([failure]);
  });

  it('accepts hosts below localhost with an inferred certainty, unless it is strict', () => {
    expect(outcome(checkHostname, 'shop.localhost')).toEqual(['shop.localhost', 'inferred']);
    expect(outcome(checkHostname, 'shop.localhost', true)).toEqual(['hostname-reserved']);
    expect(outcome(checkHostname, 'localhost')).toEqual(['hostname-unparsable']);
  });
});

describe('checkOriginHostname', () => {
  it.each([
    ['origin.customer.com', 'origin.customer.com'],
    ['Origin.customer.com', 'origin.customer.com'],
    ['*.customer.com', 'hostname-origin-wildcard'],
    ['192.0.2.1', 'hostname-origin-invalid'],
    ['bücher.com', 'hostname-origin-non-ascii'],
    ['origin.test', 'hostname-origin-reserved'],
    ['com', 'hostname-origin-unparsable'],
    ['origin.example.com', 'hostname-origin-prohibited'],
  ])('makes of %s: %s', (input, expected) => {
    expect(outcome(checkOriginHostname, input)).toEqual([expected]);
  });
});

describe('isHostnamePart', () => {
  it.each([
    ['shop', true],
    ['.customer.', true],
    ['*.customer', true],
    ['x'.repeat(255), true],
    ['x'.repeat(256), false],
    ['', false],
    ['shop!', false],
    ['192.0.2.1', false],
  ])('says of %s: %s', (text, expected) => {
    expect(isHostnamePart(text)).toBe(expected);
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
