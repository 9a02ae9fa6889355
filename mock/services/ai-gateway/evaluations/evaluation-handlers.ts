import { ApiError } from '../../../../spec/errors.ts';
import {
  type EvaluationType,
  type evaluationEndpoints,
  evaluationTypes,
} from '../../../../spec/services/ai-gateway/evaluations.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredDataset, StoredEvaluation } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import { findGateway, type GatewayParams } from '../gateways/ensure-gateway.ts';
import { includesText } from '../members.ts';
import { evaluate } from './evaluate.ts';

/**
 * Evaluations of log entries, which complete at once: cloudflare-typescript, AI Gateway. The format of a result is not
 * documented, so an answer with results has a lower certainty.
 */
export function createEvaluationHandlers(): Service<typeof evaluationEndpoints> {
  return {
    'ai-gateway.evaluation-type.list': ({ query }) => {
      const { order_by: member = 'created_at', order_by_direction: direction = 'asc' } = query;
      const sign = direction === 'asc' ? 1 : -1;
      const ordered = evaluationTypes.toSorted((a, b) => sign * compared(a[member], b[member]));
      const { items, info } = paginate<EvaluationType>(ordered, query);
      return { result: items, page: info };
    },

    'ai-gateway.evaluation.list': ({ world, params, query, restsOn }) => {
      const { account, gateway } = findGateway(world, params);
      const { search, name, processed } = query;
      const found = account.evaluations
        .list()
        .filter((evaluation) => evaluation.gateway_id === gateway.id)
        .filter((evaluation) => name === undefined || evaluation.name === name)
        .filter((evaluation) => processed === undefined || evaluation.processed === processed)
        .filter(({ id, name }) => includesText([id, name], search));
      if (found.length > 0) restsOn('inferred');
      const { items, info } = paginate(found, query);
      return { result: items, page: info };
    },

    'ai-gateway.evaluation.create': ({ world, params, body, restsOn }) => {
      const { account, gateway } = findGateway(world, params);
      const { name, dataset_ids, evaluation_type_ids: typeIds } = body;
      const datasets = dataset_ids.map((id, index) => getDataset(account, gateway.id, id, index));
      for (const [index, id] of typeIds.entries()) checkType(id, index);
      restsOn('inferred');
      const evaluation = evaluate(world, account, { name, gatewayId: gateway.id, datasets, typeIds });
      account.evaluations.put(evaluation);
      return { result: evaluation };
    },

    'ai-gateway.evaluation.get': ({ world, params, restsOn }) => {
      const { evaluation } = findEvaluation(world, params);
      restsOn('inferred');
      return { result: evaluation };
    },

    'ai-gateway.evaluation.delete': ({ world, params, restsOn }) => {
      const { account, evaluation } = findEvaluation(world, params);
      restsOn('inferred');
      account.evaluations.remove(evaluation.id);
      return { result: evaluation };
    },
  };
}

/** @throws ApiError `gateway-config-unknown` for an unknown gateway and for an unknown evaluation of it */
function findEvaluation(
  world: World,
  params: GatewayParams & { readonly evaluation_id: string },
): { readonly account: AccountTenant; readonly evaluation: StoredEvaluation } {
  const { account, gateway } = findGateway(world, params);
  const evaluation = account.evaluations.get(params.evaluation_id);
  if (evaluation?.gateway_id !== gateway.id) throw new ApiError('gateway-config-unknown');
  return { account, evaluation };
}

/** @throws ApiError `gateway-config-invalid` when it is no dataset of the gateway */
function getDataset(account: AccountTenant, gatewayId: string, id: string, index: number): StoredDataset {
  const dataset = account.datasets.get(id);
  if (dataset?.gateway_id === gatewayId) return dataset;
  throw unknown('dataset_ids', index, `${id} is no dataset of this gateway`);
}

/** @throws ApiError `gateway-config-invalid` for an unknown type of evaluation */
function checkType(id: string, index: number): void {
  if (evaluationTypes.some((type) => type.id === id)) return;
  throw unknown('evaluation_type_ids', index, `${id} is no type of evaluation`);
}

function unknown(field: string, index: number, problem: string): ApiError {
  return new ApiError('gateway-config-invalid', { field, problem }, `/${field}/${index}`);
}

function compared(a: string | boolean, b: string | boolean): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
