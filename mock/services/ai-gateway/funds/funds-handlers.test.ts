import { describe, expect, test } from 'vitest';
import { worldDefaults } from '../../../world/defaults.ts';
import { World } from '../../../world/world.ts';
import { gatewayRecord } from '../gateways/gateway-record.ts';
import { type LogParts, storedLog } from '../logs/testing/stored-log.ts';
import { chargedRuns, draftInvoice, monthOf, usageOf } from './funds-handlers.ts';

const at = (time: string) => ({ created_at: `2030-01-${time}:00.000000Z` });
const logs = (...parts: readonly LogParts[]) => parts.map((part, number) => storedLog(number, part));
const all = { start: 0, end: Date.UTC(2031, 0) };

/** Runs that the seeded account is charged for, of these. */
function charged(span: { readonly start: number; readonly end: number }, ...parts: readonly LogParts[]) {
  const account = new World({ tenants: 'strict', seed: 1 }).account(worldDefaults.accountId);
  if (!account) throw new Error('The seeded account is missing');
  for (const id of ['shop', 'other']) {
    const settings = {
      cache_ttl: 0,
      cache_invalidate_on_update: false,
      collect_logs: true,
      rate_limiting_interval: 0,
      rate_limiting_limit: 0,
    };
    account.gateways.put(gatewayRecord(settings, { id, created_at: '', modified_at: '' }));
  }
  for (const log of logs(...parts)) account.gatewayLogs.add(log, { limit: 10, whenFull: 'DELETE_OLDEST' });
  return chargedRuns(account, span).map(({ entry }) => entry.cost);
}

describe('chargedRuns', () => {
  test('has the runs of every gateway, but for those that cost nothing or the account has a key for', () => {
    const runs = [{ cost: 1 }, { cost: 2, gatewayId: 'other' }, { cost: 3, byok: true }, { cost: 0 }, {}];
    expect(charged(all, ...runs)).toEqual([1, 2]);
  });

  test('has what is on the bounds of the span, and nothing beyond', () => {
    const [start, end] = [Date.UTC(2030, 0, 2, 3), Date.UTC(2030, 0, 2, 4)];
    const times = ['02T02:59', '02T03:00', '02T04:00', '02T04:01'];
    const runs = times.map((time, number) => ({ ...at(time), cost: number + 1 }));
    expect(charged({ start, end }, ...runs)).toEqual([2, 3]);
  });
});

describe('usageOf', () => {
  const runs = logs(
    { ...at('02T23:59'), cost: 0.1 },
    { ...at('01T00:00'), cost: 0.5 },
    { ...at('02T00:30'), cost: 0.2 },
  );

  test.each([
    [
      'day',
      [
        [Date.UTC(2030, 0, 1), Date.UTC(2030, 0, 2), 50],
        [Date.UTC(2030, 0, 2), Date.UTC(2030, 0, 3), 30],
      ],
    ],
    [
      'hour',
      [
        [Date.UTC(2030, 0, 1), Date.UTC(2030, 0, 1, 1), 50],
        [Date.UTC(2030, 0, 2), Date.UTC(2030, 0, 2, 1), 20],
        [Date.UTC(2030, 0, 2, 23), Date.UTC(2030, 0, 3), 10],
      ],
    ],
  ] as const)('sums up by the %s, the oldest first', (window, expected) => {
    const found = usageOf(runs, window).map((one) => [one.start_time, one.end_time, one.aggregated_value]);
    expect(found).toEqual(expected);
  });
});

describe('draftInvoice', () => {
  test('has a line for each model, the dearest first, and their sum', () => {
    const month = monthOf(Date.UTC(2030, 11, 15));
    const runs = logs({ model: 'a', cost: 0.1 }, { model: 'b', cost: 0.25 }, { model: 'a', cost: 0.2 });
    const { amount_due, amount_remaining, invoice_lines, period_end } = draftInvoice(runs, month);
    expect([amount_due, amount_remaining]).toEqual([55, 55]);
    expect(invoice_lines.map(({ description, amount, quantity }) => [description, amount, quantity])).toEqual(
      [
        ['openai/a', 30, 2],
        ['openai/b', 25, 1],
      ],
    );
    expect(period_end * 1000).toBe(Date.UTC(2031, 0));
  });

  test('is of nothing where nothing was run', () => {
    expect(draftInvoice([], monthOf(0))).toMatchObject({ amount_due: 0, invoice_lines: [], status: 'draft' });
  });
});
