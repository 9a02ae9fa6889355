import type { BodyInput, Contract } from '../../spec/contract.ts';
import type { TestContext } from '../harness/context.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import { ofGateway } from './configuring.ts';
import { datasetBody, evaluationTypesOf, madeDataset, ofDataset } from './evaluating.ts';

const order: BodyInput<Contract['ai-gateway.evaluation.create']> = {
  name: 'September',
  dataset_ids: ['4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7'],
  evaluation_type_ids: ['4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7'],
};

const datasets = (t: TestContext, gateway: string) => async () =>
  (await t.call('ai-gateway.dataset.list', { params: ofGateway(t, gateway) })).body.result;

/** How datasets and evaluations are given faulty bodies. */
export const evaluationRecipes: readonly FaultRecipe[] = [
  recipe('ai-gateway.dataset.create', {
    features: ['evaluations'],
    shape: datasetBody(),
    prepare: async (t) => {
      const { id } = await t.gateway();
      return { params: ofGateway(t, id), body: datasetBody(), snapshot: datasets(t, id) };
    },
  }),
  recipe('ai-gateway.dataset.update', {
    features: ['evaluations'],
    shape: datasetBody(),
    prepare: async (t) => {
      const dataset = await madeDataset(t, (await t.gateway()).id);
      const body = datasetBody({ name: 'Another' });
      return { params: ofDataset(t, dataset), body, snapshot: datasets(t, dataset.gateway_id) };
    },
  }),
  recipe('ai-gateway.evaluation.create', {
    features: ['evaluations'],
    shape: order,
    prepare: async (t) => {
      const { id } = await t.gateway();
      const [dataset, types] = [await madeDataset(t, id), await evaluationTypesOf(t)];
      const params = ofGateway(t, id);
      return {
        params,
        body: {
          ...order,
          dataset_ids: [dataset.id],
          evaluation_type_ids: types.slice(0, 1).map((type) => type.id),
        },
        snapshot: async () => (await t.call('ai-gateway.evaluation.list', { params })).body.result,
      };
    },
  }),
];
