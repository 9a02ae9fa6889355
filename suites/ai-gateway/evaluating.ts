import { gatewayLimits } from '../../spec/services/ai-gateway/limits.ts';
import { ok } from '../harness/assertions.ts';
import { callRegistered } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { inAccount, ofGateway } from './configuring.ts';
import { awaitLogs, type Logging, oneLog, ran } from './logging.ts';

const gateways = '/accounts/{account_id}/ai-gateway/gateways/{gateway_id}';
export const datasets = `${gateways}/datasets` as const;
export const evaluations = `${gateways}/evaluations` as const;

interface DatasetBody {
  readonly name: string;
  readonly enable: boolean;
  readonly filters: readonly {
    readonly key: string;
    readonly operator: string;
    readonly value: readonly (string | number | boolean)[];
  }[];
}

export interface Dataset extends DatasetBody {
  readonly id: string;
  readonly gateway_id: string;
}

export interface Evaluation {
  readonly id: string;
  readonly gateway_id: string;
  readonly name: string;
  readonly processed: boolean;
  readonly total_logs: number;
  readonly datasets: readonly Dataset[];
  readonly results: readonly {
    readonly evaluation_id: string;
    readonly evaluation_type_id: string;
    readonly result: string;
    readonly total_logs: number;
  }[];
}

export interface EvaluationType {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** A dataset of successful runs. */
export const datasetBody = (others: Partial<DatasetBody> = {}): DatasetBody => ({
  name: 'What succeeded',
  enable: true,
  filters: [{ key: 'success', operator: 'eq', value: [true] }],
  ...others,
});

/** Creates a dataset. It is deleted with its gateway. */
export const madeDataset = (
  t: TestContext,
  gateway: string,
  others: Partial<DatasetBody> = {},
): Promise<Dataset> =>
  callRegistered(t, `POST ${datasets}`, { params: ofGateway(t, gateway), body: datasetBody(others) });

/** Path variables of an operation on a dataset or an evaluation. */
export const ofRecord = (t: TestContext, { gateway_id, id }: Pick<Dataset, 'gateway_id' | 'id'>) => ({
  ...ofGateway(t, gateway_id),
  id,
});

/** The types of evaluations. */
export const getEvaluationTypes = (t: TestContext): Promise<readonly EvaluationType[]> =>
  callRegistered(t, 'GET /accounts/{account_id}/ai-gateway/evaluation-types', { params: inAccount(t) });

/** Creates an evaluation, and waits until it is processed. */
export async function evaluated(
  t: TestContext,
  gateway: string,
  datasets: readonly Pick<Dataset, 'id'>[],
  types: readonly Pick<EvaluationType, 'id'>[],
  name = 'September',
): Promise<Evaluation> {
  const getIds = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);
  const body = { name, dataset_ids: getIds(datasets), evaluation_type_ids: getIds(types) };
  const params = ofGateway(t, gateway);
  return processed(t, await callRegistered(t, `POST ${evaluations}`, { params, body }));
}

/** Longest wait for an evaluation (a guess: the platform documents none). */
const patience = 10_000;

async function processed(t: TestContext, evaluation: Evaluation): Promise<Evaluation> {
  if (evaluation.processed) return evaluation;
  const done = await t.waitFor({ what: 'a processed evaluation', within: patience }, async () => {
    const params = ofRecord(t, evaluation);
    const read: Evaluation = await callRegistered(t, `GET ${evaluations}/{id}`, { params });
    return read.processed ? read : undefined;
  });
  if (done) return done;
  throw new ConformanceFailure('the evaluation is not processed');
}

/** The result of one type in an evaluation. */
export function resultOfType({ results }: Evaluation, type: Pick<EvaluationType, 'id' | 'name'>) {
  const found = results.find((result) => result.evaluation_type_id === type.id);
  if (!found) throw new ConformanceFailure(`the evaluation has no result for ${type.name}`);
  return found;
}

/** Fails unless a result, a number as text, equals this number. */
export function measures(result: string, expected: number, what: string): void {
  const apart = Math.abs(Number(result) - expected);
  ok(result !== '' && apart < 1e-6 * Math.max(1, expected), `${what} is ${result}, expected ${expected}`);
}

/** Runs a model once for each price in dollars, and returns the log entries in the same order. */
export async function priced(t: TestContext, gateway: Logging, ...dollars: readonly number[]) {
  for (const total_cost of dollars) {
    await ran(t, gateway, {}, { 'cf-aig-custom-cost': JSON.stringify({ total_cost }) });
  }
  const logs = await awaitLogs(t, gateway, dollars.length, 2 * gatewayLimits.logVisibleMs);
  return dollars.map((price) => {
    const log = logs.find(({ cost }) => cost === price);
    if (!log) throw new ConformanceFailure(`no log entry has the cost ${price}`);
    return log;
  });
}

/** Rates a log entry. */
export const judge = (t: TestContext, gateway: Logging, log: { readonly id: string }, feedback: number) =>
  t.call('ai-gateway.log.edit', { params: oneLog(gateway, log), body: { feedback } });
