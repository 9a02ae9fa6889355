import { describe, expect, test } from 'vitest';
import { chargeOf, customCost, neuronsUsed } from './billing.ts';

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

describe('neuronsUsed', () => {
  const used = { inputTokens: 10, outputTokens: 4 };
  test.each([
    [[], 0],
    [[{ unit: 'input token', neurons: 0.5 }], 5],
    [
      [
        { unit: 'input token', neurons: 0.5 },
        { unit: 'output token', neurons: 2 },
      ],
      13,
    ],
    [[{ unit: 'image', neurons: 7 }], 7],
  ])('adds up %j', (prices, neurons) => {
    expect(neuronsUsed(prices, used)).toBe(neurons);
  });
});

describe('customCost', () => {
  const used = { inputTokens: 10, outputTokens: 4 };
  test.each([
    [{ total_cost: 0.25 }, 0.25],
    [{ per_token_in: 2 }, 20],
    [{ per_token_in: 2, per_token_out: 0.5 }, 22],
    [{}, 0],
  ])('reads %j', (prices, cost) => {
    expect(customCost(prices, used)).toBe(cost);
  });
});
