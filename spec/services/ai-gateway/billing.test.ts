import { describe, expect, test } from 'vitest';
import { chargeOf } from './billing.ts';

describe('chargeOf', () => {
  const hosted = { hosted: true, byPath: true, mode: 'unified', ownKey: false } as const;
  test.each([
    [hosted, 'prepaid-credits'],
    [{ ...hosted, byPath: false }, 'hosted-models'],
    [{ ...hosted, mode: 'postpaid' }, 'hosted-models'],
    [{ ...hosted, hosted: false }, 'unified-billing'],
    [{ ...hosted, hosted: false, ownKey: true }, 'own-key'],
  ] as const)('charges %j to %s', (facts, charge) => {
    expect(chargeOf(facts)).toBe(charge);
  });
});
