import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../spec/errors.ts';
import type { Zone } from '../../../spec/services/zones/endpoints.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { World } from '../../world/world.ts';
import { checkMetadata } from './check-metadata.ts';

const { accountId } = worldDefaults;

function outcome(
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
  it('gives the JSON text that rules read', () => {
    expect(outcome({ b: true, a: { c: ['é', 1] } })).toBe('{"b":true,"a":{"c":["é",1]}}');
    expect(outcome({})).toBe('{}');
  });

  it('takes 4096 bytes and refuses one more, counted in UTF-8', () => {
    expect(outcome(sized(4096))).toHaveLength(4096);
    expect(outcome(sized(4097))).toBe(
      'hostname-metadata-too-large: custom_metadata is 4097 bytes of JSON, at most 4096 are allowed',
    );
    expect(outcome({ a: 'é'.repeat(2045) })).toMatch(/^hostname-metadata-too-large: .* 4098 bytes/);
  });

  it.each([
    ['on the Free plan', { plan: 'free' }, 'hostname-metadata-denied'],
    ['where the options say so', { without: true }, 'hostname-metadata-denied'],
    ['of a wildcard', { hostname: '*.customer.com' }, 'hostname-metadata-wildcard'],
  ] as const)('refuses metadata %s', (_, where, failure) => {
    expect(outcome({ a: 1 }, where)).toContain(`${failure}: `);
    expect(outcome({ a: 1 })).toBe('{"a":1}');
  });
});
