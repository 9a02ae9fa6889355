import { ApiError } from '../../../../spec/errors.ts';
import type { RegisteredCall } from '../../../api/registered.ts';
import type { JsonValue } from '../../../engines/openapi/json.ts';
import { inGateway, standard } from '../gateways/in-gateway.ts';
import { type Dataset, evaluate } from './evaluate.ts';
import { evaluationTypes } from './evaluation-types.ts';

const gateway = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}';
const datasets = `${gateway}/datasets`;
const evaluations = `${gateway}/evaluations`;

/** What a client sends, as the register has it. */
interface EvaluationOrder {
  readonly name: string;
  readonly dataset_ids: readonly string[];
  readonly evaluation_type_ids: readonly string[];
}

/** The format of a result is not documented. */
const inferred = (asked: RegisteredCall) => {
  asked.call.restsOn('inferred');
  return asked.standard();
};

/** Stored filters of log entries, and evaluations of the entries, which complete at once. */
export const evaluationHandlers = {
  'GET /accounts/{account_id}/ai-gateway/evaluation-types': (asked: RegisteredCall) =>
    asked.list(evaluationTypes),
  ...inGateway({
    [`GET ${datasets}`]: standard,
    [`POST ${datasets}`]: standard,
    [`GET ${datasets}/{id}`]: standard,
    [`PUT ${datasets}/{id}`]: standard,
    [`DELETE ${datasets}/{id}`]: standard,
    [`GET ${evaluations}`]: (asked) =>
      asked.collection(evaluations).list().length > 0 ? inferred(asked) : asked.standard(),
    [`GET ${evaluations}/{id}`]: inferred,
    [`DELETE ${evaluations}/{id}`]: inferred,
    [`POST ${evaluations}`](asked, { account, gateway: { id: gatewayId } }) {
      // The register has judged it.
      const { name, dataset_ids, evaluation_type_ids: typeIds } = asked.body as unknown as EvaluationOrder;
      const selected = dataset_ids.map((id, index) => getDataset(asked, id, index));
      for (const [index, id] of typeIds.entries()) checkType(id, index);
      asked.call.restsOn('inferred');
      const records = asked.collection(evaluations);
      const { path } = records.add({ name });
      const id = path.slice(path.lastIndexOf('/') + 1);
      const order = { id, datasets: selected, typeIds };
      const logs = account.gatewayLogs.list(gatewayId);
      const measured = evaluate(asked.call.world, account, logs, order);
      return asked.answer(records.change(id, measured).value);
    },
  }),
};

/** @throws ApiError `gateway-config-invalid` when it is no dataset of the gateway */
function getDataset(asked: RegisteredCall, id: string, index: number): Dataset & JsonValue {
  const dataset = asked.collection(datasets).find(id);
  // The register has judged it.
  if (dataset) return dataset.value as unknown as Dataset & JsonValue;
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
