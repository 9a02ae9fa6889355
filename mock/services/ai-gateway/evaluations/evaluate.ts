import { type EvaluationResult, evaluationTypes } from '../../../../spec/services/ai-gateway/evaluations.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredDataset, StoredEvaluation, StoredLog } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { logFilter } from '../logs/log-filter.ts';
import { measure } from './measure.ts';

/** What is to be evaluated, by records that are there. */
export interface EvaluationOrder {
  readonly name: string;
  readonly gatewayId: string;
  readonly datasets: readonly StoredDataset[];
  /** Ids of what to measure; what is mandatory is measured in any case. */
  readonly typeIds: readonly string[];
}

/** Measures what datasets select at this moment. */
export function evaluate(world: World, account: AccountTenant, order: EvaluationOrder): StoredEvaluation {
  const { name, gatewayId, datasets, typeIds } = order;
  const logs = selected(account.gatewayLogs.list(gatewayId), datasets);
  const now = account.clock.timestamp();
  const id = world.ids.uuid();
  const results: EvaluationResult[] = evaluationTypes
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
    id,
    gateway_id: gatewayId,
    name,
    processed: true,
    total_logs: logs.length,
    datasets: datasets.map((dataset) => ({ ...dataset, account_id: account.id, account_tag: account.id })),
    results,
    created_at: now,
    modified_at: now,
  };
}

/** Log entries that one of the datasets selects at least; a dataset that is not enabled selects nothing. */
function selected(logs: readonly StoredLog[], datasets: readonly StoredDataset[]): readonly StoredLog[] {
  const tests = datasets.filter(({ enable }) => enable).map(({ filters }) => filters.map(logFilter));
  return logs.filter((log) => tests.some((all) => all.every((test) => test(log))));
}
