import { equal, ok } from '../harness/assertions.ts';
import { callRegistered } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { listAll } from '../harness/snapshot.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { ofGateway } from './configuring.ts';
import {
  type Evaluation,
  evaluated,
  evaluations,
  getEvaluationTypes,
  madeDataset,
  ofRecord,
  priced,
  resultOfType,
} from './evaluating.ts';
import { logging } from './logging.ts';

/** Names of a gateway's evaluations that match a query. */
async function names(
  t: TestContext,
  gateway: string,
  query: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const found = await listAll(t, `GET ${evaluations}`, ofGateway(t, gateway), query);
  // Each was validated against the contract, and any differences are among the findings.
  return (found as Evaluation[]).map(({ name }) => name).sort();
}

/** Creates a valid evaluation, then one with an unknown dataset, which must be refused. */
async function refusedOrder(t: TestContext): Promise<void> {
  const { id } = await t.gateway();
  const good = {
    name: 'Good',
    dataset_ids: [(await madeDataset(t, id)).id],
    evaluation_type_ids: (await getEvaluationTypes(t)).map((type) => type.id),
  };
  const bad = { ...good, name: 'Bad', dataset_ids: ['4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7'] };
  const send = (body: unknown) => t.ask(`POST ${evaluations}`, { params: ofGateway(t, id), body });
  await t.refused({
    good: () => send(good),
    bad: () => send(bad),
    snapshot: () => names(t, id, { name: 'Bad' }),
  });
}

/** Evaluations of the log entries in datasets. */
export const evaluationsSuite = defineSuite('ai-gateway/evaluations', [
  test('GW-EVAL-1', 'lists evaluation types with ids, names and types', async (t) => {
    const types = await getEvaluationTypes(t);
    await t.check('GW-EVAL-1', () => {
      ok(types.length > 0, 'there are no types');
      equal(new Set(types.map(({ id }) => id)).size, types.length, 'the number of different ids');
    });
  }),
  {
    title: 'returns a result for each requested type',
    requirements: ['GW-EVAL-2', 'GW-EVAL-3', 'GW-EVAL-4'],
    run: async (t) => {
      const gateway = await logging(t);
      await priced(t, gateway, 0.5, 0.125);
      const filters = [{ key: 'cost', operator: 'gt', value: [0.25] }];
      const dataset = await madeDataset(t, gateway.id, { filters });
      const types = await getEvaluationTypes(t);
      const evaluation = await evaluated(t, gateway.id, [dataset], types);
      await t.check('GW-EVAL-2', () => {
        equal(evaluation.name, 'September', 'the name');
        equal(
          evaluation.datasets.map(({ id }) => id),
          [dataset.id],
          'the ids of the datasets',
        );
      });
      await t.check('GW-EVAL-3', () => {
        for (const type of types) {
          equal(resultOfType(evaluation, type).evaluation_id, evaluation.id, `evaluation_id of ${type.name}`);
        }
      });
      await t.check('GW-EVAL-4', () => equal(evaluation.total_logs, 1, 'total_logs'));
    },
  },
  test('GW-EVAL-5', 'lists evaluations, and finds them by name, state and text', async (t) => {
    const { id } = await t.gateway();
    const [dataset, types] = [await madeDataset(t, id), await getEvaluationTypes(t)];
    for (const name of ['May', 'May again']) await evaluated(t, id, [dataset], types, name);
    equal(await names(t, id, {}), ['May', 'May again'], 'the list');
    equal(await names(t, id, { name: 'May' }), ['May'], 'the evaluations with the name');
    equal(await names(t, id, { search: 'again' }), ['May again'], 'the evaluations with the word');
    equal(await names(t, id, { processed: true }), ['May', 'May again'], 'what is processed');
    equal(await names(t, id, { processed: false }), [], 'the unprocessed evaluations');
  }),
  test('GW-EVAL-6', 'deletes an evaluation and returns its id', async (t) => {
    const { id } = await t.gateway();
    const [dataset, types] = [await madeDataset(t, id), await getEvaluationTypes(t)];
    await evaluated(t, id, [dataset], types, 'June');
    const evaluation = await evaluated(t, id, [dataset], types);
    const params = ofRecord(t, evaluation);
    const gone: Evaluation = await callRegistered(t, `DELETE ${evaluations}/{id}`, { params });
    equal(gone.id, evaluation.id, 'result.id');
    t.expectFailure(await t.ask(`GET ${evaluations}/{id}`, { params }));
    equal(await names(t, id, {}), ['June'], 'the remaining evaluations');
  }),
  test('GW-EVAL-11', 'refuses an evaluation of an unknown dataset', (t) => refusedOrder(t)),
]);
