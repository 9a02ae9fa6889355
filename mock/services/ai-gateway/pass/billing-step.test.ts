import { expect, it } from 'vitest';
import { chargeFor, getCost } from './billing-step.ts';
import type { Charge, GatewayRun } from './gateway-run.ts';

it.each<readonly [hosted: boolean, ownKey: boolean, Charge]>([
  [true, true, 'hosted-models'],
  [false, false, 'unified-billing'],
  [false, true, 'own-key'],
])('charges a run of a hosted model (%s), with an own key (%s), to %s', (hosted, ownKey, charge) => {
  // The rest of a run is not read.
  const run = { request: { hosted, byPath: false }, gateway: {} } as GatewayRun;
  expect(chargeFor(run, ownKey)).toBe(charge);
});

it('adds up tokens of both kinds, and counts any other unit once', () => {
  const prices = [
    { unit: 'input token', neurons: 0.5 },
    { unit: 'output token', neurons: 2 },
    { unit: 'image', neurons: 7 },
  ];
  const run = { request: { hosted: true, model: { prices } }, headers: {} } as unknown as GatewayRun;
  expect(getCost(run, { inputTokens: 10, outputTokens: 4 }).neurons).toBe(20);
});
