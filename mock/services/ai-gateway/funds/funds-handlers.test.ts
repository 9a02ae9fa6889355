import { describe, expect, test } from 'vitest';
import { worldDefaults } from '../../../world/defaults.ts';
import { World } from '../../../world/world.ts';
import { gatewayRecord } from '../gateways/gateway-record.ts';
import { type LogParts, storedLog } from '../logs/testing/stored-log.ts';
import { chargedRuns } from './funds-handlers.ts';

const at = (time: string) => ({ created_at: `2030-01-${time}:00.000000Z` });
const logs = (...parts: readonly LogParts[]) => parts.map((part, number) => storedLog(number, part));
const all = { start: 0, end: Date.UTC(2031, 0) };

/** The runs among these that the seeded account is charged for. */
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
  test("includes the runs of every gateway, except free ones and those with the account's own key", () => {
    const runs = [{ cost: 1 }, { cost: 2, gatewayId: 'other' }, { cost: 3, byok: true }, { cost: 0 }, {}];
    expect(charged(all, ...runs)).toEqual([1, 2]);
  });

  test('includes the bounds of the span, and nothing beyond', () => {
    const [start, end] = [Date.UTC(2030, 0, 2, 3), Date.UTC(2030, 0, 2, 4)];
    const times = ['02T02:59', '02T03:00', '02T04:00', '02T04:01'];
    const runs = times.map((time, number) => ({ ...at(time), cost: number + 1 }));
    expect(charged({ start, end }, ...runs)).toEqual([2, 3]);
  });
});
