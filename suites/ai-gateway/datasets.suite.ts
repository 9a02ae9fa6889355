import type { Reply } from '../../spec/client.ts';
import { equal, isObject, ok } from '../harness/assertions.ts';
import { callRegistered } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { listAll } from '../harness/snapshot.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { deleteGateway, getIds, inAccount, ofGateway, settings } from './configuring.ts';
import {
  type Dataset,
  datasetBody,
  datasets,
  evaluated,
  evaluations,
  getEvaluationTypes,
  madeDataset,
  ofRecord,
} from './evaluating.ts';

/** Ids of a gateway's datasets that match a query. */
async function found(
  t: TestContext,
  gateway: string,
  query: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const all = await listAll(t, `GET ${datasets}`, ofGateway(t, gateway), query);
  // Each was validated against the contract, and any differences are among the findings.
  return (all as Dataset[]).map(({ id }) => id);
}

const read = (t: TestContext, dataset: Pick<Dataset, 'gateway_id' | 'id'>): Promise<Reply> =>
  t.ask(`GET ${datasets}/{id}`, { params: ofRecord(t, dataset) });

/** Named filters of log entries. */
export const datasetsSuite = defineSuite('ai-gateway/datasets', [
  {
    title: 'creates a dataset with its name, state and filters, and reads it',
    requirements: ['GW-DATA-1', 'GW-DATA-2'],
    run: async (t) => {
      const { id: gateway } = await t.gateway();
      const body = datasetBody({
        filters: [
          { key: 'model', operator: 'contains', value: ['gpt', 'llama'] },
          { key: 'duration', operator: 'gt', value: [10] },
        ],
      });
      const dataset = await madeDataset(t, gateway, body);
      await t.check('GW-DATA-1', () => {
        const { name, enable, filters, gateway_id } = dataset;
        equal({ name, enable, filters, gateway_id }, { ...body, gateway_id: gateway }, 'the dataset');
      });
      const other = await madeDataset(t, gateway);
      await t.check('GW-DATA-2', async () => {
        for (const made of [dataset, other]) {
          const params = ofRecord(t, made);
          equal(await callRegistered(t, `GET ${datasets}/{id}`, { params }), made, 'what is read');
        }
      });
    },
  },
  test('GW-DATA-3', 'replaces name, state and filters on a PUT', async (t) => {
    const dataset = await madeDataset(t, (await t.gateway()).id);
    const params = ofRecord(t, dataset);
    const body = datasetBody({ name: 'What was slow', enable: false, filters: [] });
    await callRegistered(t, `PUT ${datasets}/{id}`, { params, body });
    const after: Dataset = await callRegistered(t, `GET ${datasets}/{id}`, { params });
    const { id, name, enable, filters } = after;
    equal({ id, name, enable, filters }, { id: dataset.id, ...body }, 'the dataset after the PUT');
  }),
  test('GW-DATA-4', 'lists datasets page by page', async (t) => {
    const { id: gateway } = await t.gateway();
    const made: string[] = [];
    for (const name of ['one', 'two', 'three']) made.push((await madeDataset(t, gateway, { name })).id);
    const pages: string[] = [];
    for (const page of [1, 2]) {
      const query = { page, per_page: 2 };
      const reply = await t.ask(`GET ${datasets}`, { params: ofGateway(t, gateway), query });
      const ids = getIds(reply);
      equal(ids.length, page === 1 ? 2 : 1, `the number of datasets on page ${page}`);
      const info = isObject(reply.body) ? reply.body['result_info'] : undefined;
      ok(isObject(info) && info['total_count'] === 3, 'result_info.total_count is not 3');
      pages.push(...ids);
    }
    equal(pages.sort(), made.sort(), 'the ids of both pages');
  }),
  test(['GW-DATA-5', 'GW-DATA-6'], 'filters datasets by state, name and text', async (t) => {
    const { id: gateway } = await t.gateway();
    const on = (await madeDataset(t, gateway, { name: 'Dear' })).id;
    const filters = [{ key: 'provider', operator: 'eq', value: ['workers-ai'] }];
    const off = (await madeDataset(t, gateway, { name: 'Dear and slow', enable: false, filters })).id;
    await t.check('GW-DATA-5', async () => {
      equal(await found(t, gateway, { enable: true }), [on], 'what is enabled');
      equal(await found(t, gateway, { enable: false }), [off], 'the disabled datasets');
      equal(await found(t, gateway, { name: 'Dear' }), [on], 'the datasets with the name');
    });
    await t.check('GW-DATA-6', async () => {
      equal(await found(t, gateway, { search: 'slow' }), [off], 'the datasets with the word in their name');
      equal(await found(t, gateway, { search: on }), [on], 'the dataset with the id');
      equal(
        await found(t, gateway, { search: 'workers-ai' }),
        [off],
        'the datasets with the text in their filters',
      );
    });
  }),
  test('GW-DATA-7', 'deletes a dataset and returns its id', async (t) => {
    const { id: gateway } = await t.gateway();
    const other = await madeDataset(t, gateway);
    const dataset = await madeDataset(t, gateway);
    const params = ofRecord(t, dataset);
    const gone: Dataset = await callRegistered(t, `DELETE ${datasets}/{id}`, { params });
    equal(gone.id, dataset.id, 'result.id');
    t.expectFailure(await read(t, dataset));
    equal(await found(t, gateway, {}), [other.id], 'the remaining datasets');
  }),
  test(['GW-DATA-8', 'GW-DATA-9'], 'refuses filters that datasets do not have', async (t) => {
    const { id: gateway } = await t.gateway();
    const params = ofGateway(t, gateway);
    const send = (filter: object) => t.ask(`POST ${datasets}`, { params, body: datasetBody(filter) });
    const filter = { key: 'model', operator: 'eq', value: ['gpt-5'] };
    for (const [id, wrong] of [
      ['GW-DATA-8', { key: 'user_agent' }],
      ['GW-DATA-9', { operator: 'neq' }],
    ] as const) {
      await t.check(id, () =>
        t.refused({
          good: () => send({ filters: [filter] }),
          bad: () => send({ filters: [{ ...filter, ...wrong }] }),
          snapshot: () => found(t, gateway, {}),
        }),
      );
    }
  }),
  test('GW-DATA-11', 'deletes datasets and evaluations with their gateway', async (t) => {
    const { id } = await t.gateway();
    await evaluated(t, id, [await madeDataset(t, id)], await getEvaluationTypes(t));
    t.expectSuccess(await deleteGateway(t, id), 'deleting the gateway');
    await t.call('ai-gateway.gateway.create', { params: inAccount(t), body: { id, ...settings() } });
    equal(await found(t, id, {}), [], 'the datasets of a new gateway with the same id');
    const left = await callRegistered(t, `GET ${evaluations}`, { params: ofGateway(t, id) });
    equal(left, [], 'the evaluations of a new gateway with the same id');
  }),
]);
