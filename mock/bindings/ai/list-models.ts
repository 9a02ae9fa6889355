import type { AiModelFilter } from '../../../spec/services/inference/binding.ts';
import { modelSearchQuery } from '../../../spec/services/inference/catalogue.ts';
import { models } from '../../../spec/services/inference/models/catalogue.ts';
import { paginate } from '../../page.ts';
import { catalogueModel } from '../../services/inference/catalogue/catalogue-model.ts';
import { selectModels } from '../../services/inference/catalogue/select-models.ts';
import { AiInternalError } from './ai-error.ts';

/**
 * The models that a filter lets through, as a binding gives them.
 *
 * @throws AiInternalError for a filter that can't be
 */
export function listModels(filter: AiModelFilter) {
  const sent = Object.entries(filter).filter(([, value]) => value !== undefined);
  const query = modelSearchQuery.safeParse(
    Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
  );
  if (!query.success) throw new AiInternalError(query.error.issues[0]?.message ?? 'Internal Error');
  return paginate(selectModels(models, query.data), query.data).items.map(catalogueModel);
}
