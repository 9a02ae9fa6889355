import { type CatalogueModel, modelSearchResult } from '../../spec/services/inference/catalogue.ts';
import type { TestContext } from '../harness/context.ts';
import { fits, inAccount } from './asking.ts';

/** The models that a search finds, on one page of a hundred unless the query says otherwise. */
export async function searchModels(
  t: TestContext,
  query: Readonly<Record<string, string>> = {},
): Promise<CatalogueModel[]> {
  const reply = await t.call('inference.models.search', { params: inAccount(t), query });
  return fits(modelSearchResult, reply.body.result, 'result');
}

export const namesOf = (found: readonly CatalogueModel[]): string[] => found.map(({ name }) => name);
