import type { usageWindows } from '../../../../spec/services/ai-gateway/funds.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';

/** Milliseconds of the windows by which usage is summed up. */
const windowMs = { day: 86_400_000, hour: 3_600_000 } as const satisfies Record<
  (typeof usageWindows)[number],
  number
>;

/** Times in milliseconds since the epoch, both of which belong to it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Runs in a span that the platform charges for: what is paid with a key of one's own is none of its business. */
export function chargedRuns(account: AccountTenant, { start, end }: Span): readonly StoredLog[] {
  return account.gateways
    .list()
    .flatMap(({ id }) => account.gatewayLogs.list(id))
    .filter(({ entry }) => entry.byok !== true && (entry.cost ?? 0) > 0)
    .filter((log) => startOf(log) >= start && startOf(log) <= end);
}

/** What runs cost in each window in which there are any, in cents, the oldest first. */
export function usageOf(runs: readonly StoredLog[], window: keyof typeof windowMs) {
  const length = windowMs[window];
  const byWindow = Map.groupBy(runs, (log) => Math.floor(startOf(log) / length) * length);
  return [...byWindow]
    .sort(([a], [b]) => a - b)
    .map(([start_time, logs]) => ({
      id: `usage_${window}_${start_time}`,
      aggregated_value: sumOf(logs.map(centsOf)),
      start_time,
      end_time: start_time + length,
    }));
}

export const centsOf = ({ entry }: StoredLog): number => (entry.cost ?? 0) * 100;

/** A sum without digits that are noise of it. */
export function sumOf(values: readonly number[]): number {
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(9));
}

const startOf = ({ entry }: StoredLog): number => Date.parse(entry.created_at);
