import { expect, it } from 'vitest';
import { faultSchema } from '../../../../spec/services/touchstone/faults.ts';
import { emptyFault, readFault, toSentence } from './fault-form.ts';

it('makes a fault of each kind that the contract accepts', () => {
  for (const kind of ['status', 'latency', 'drop'] as const) {
    expect(faultSchema.safeParse(readFault({ ...emptyFault, kind })).error).toBeUndefined();
  }
});

it('describes what a fault does', () => {
  const fault = { operation: 'zones', latencyMs: 100, jitterMs: 50, status: 503, rate: 0.25 };
  expect(toSentence(fault)).toBe('zones: answers 503, waits 100 to 150 ms, for 25 % of the requests');
});
