import type { LogFilter } from '../../../../spec/services/ai-gateway/log-filters.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { logFilter } from '../logs/select-logs.ts';
import { evaluationTypes, type Measure } from './evaluation-types.ts';

/** A stored dataset, as far as it is measured. */
export interface Dataset {
  readonly enable: boolean;
  readonly filters: readonly LogFilter[];
}

/** What to evaluate. */
interface EvaluationOrder<D extends Dataset> {
  readonly id: string;
  readonly datasets: readonly D[];
  /** Ids of the measures; mandatory ones always run. */
  readonly typeIds: readonly string[];
}

/** Evaluates the log entries that the datasets currently select. */
export function evaluate<D extends Dataset>(
  world: World,
  account: AccountTenant,
  entries: readonly StoredLog[],
  { id, datasets, typeIds }: EvaluationOrder<D>,
) {
  const logs = selected(entries, datasets);
  const now = account.clock.timestamp();
  const results = evaluationTypes
    .filter((type) => type.mandatory || typeIds.includes(type.id))
    .map((type) => ({
      id: world.ids.uuid(),
      evaluation_id: id,
      evaluation_type_id: type.id,
      ...measure(type.type, logs),
      created_at: now,
      modified_at: now,
    }));
  return {
    processed: true,
    total_logs: logs.length,
    datasets: datasets.map((dataset) => ({ ...dataset, account_id: account.id, account_tag: account.id })),
    results,
  };
}

/** Log entries that at least one of the datasets selects; a disabled dataset selects nothing. */
function selected(logs: readonly StoredLog[], datasets: readonly Dataset[]): readonly StoredLog[] {
  const tests = datasets.filter(({ enable }) => enable).map(({ filters }) => filters.map(logFilter));
  return logs.filter((log) => tests.some((all) => all.every((test) => test(log))));
}

/** The status of a result; the numbers and the words are ours. */
const statuses = {
  completed: { status: 1, status_description: 'Completed' },
  empty: { status: 2, status_description: 'No log entry says anything of it' },
} as const;

/** The value of each measure for a log entry; undefined without one. A result is the mean of the values. */
const measures: Readonly<Record<Measure, (log: StoredLog) => number | undefined>> = {
  cost: ({ entry }) => entry.cost,
  speed: ({ entry }) => entry.duration,
  // A feedback of 0 means none: documented. The result is a percentage.
  'human-feedback': ({ feedback }) =>
    feedback === null || feedback === 0 ? undefined : feedback > 0 ? 100 : 0,
};

/**
 * Measures log entries.
 *
 * @example
 * measure('cost', logs) // { result: '0.25', status: 1, status_description: 'Completed', total_logs: 2 }
 */
export function measure(what: Measure, logs: readonly StoredLog[]) {
  const values = logs.map(measures[what]).filter((value) => value !== undefined);
  if (values.length === 0) return { result: '', ...statuses.empty, total_logs: 0 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { result: written(mean), ...statuses.completed, total_logs: values.length };
}

/** A number without an exponent, and without rounding noise. */
function written(value: number): string {
  return value.toFixed(9).replace(/\.?0+$/, '');
}
