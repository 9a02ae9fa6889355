import { ApiError } from '../../../../spec/errors.ts';
import type { catalogueEndpoints } from '../../../../spec/services/inference/catalogue.ts';
import { findModel, models } from '../../../../spec/services/inference/models/catalogue.ts';
import { tasks } from '../../../../spec/services/inference/tasks.ts';
import type { Service } from '../../../call.ts';
import { paginate } from '../../../page.ts';
import { authorOf, catalogueModel } from './catalogue-model.ts';
import { modelSchemas } from './model-schemas.ts';
import { openrouterModel } from './openrouter-model.ts';
import { selectModels } from './select-models.ts';

type CatalogueOperations = Omit<
  typeof catalogueEndpoints,
  'inference.to-markdown' | 'inference.to-markdown.supported'
>;

/** What models there are: fact sheet inference, section 2.8. */
export function createCatalogueHandlers(): Service<CatalogueOperations> {
  const authors = [...new Set(models.map(authorOf))].map((author) => ({ id: author, name: author }));

  return {
    'inference.models.search': ({ query }) => {
      const { items, info } = paginate(selectModels(models, query), query);
      if (query.format === 'openrouter') {
        const data = items.map(openrouterModel);
        // That there is such a format is documented; its members are not.
        return { written: JSON.stringify({ data }), mediaType: 'application/json', basis: 'inferred' };
      }
      return { result: items.map(catalogueModel), page: info };
    },

    'inference.models.schema': ({ query }) => {
      const model = findModel(query.model);
      if (!model) throw new ApiError('model-unknown', { model: query.model });
      return { result: modelSchemas(model) };
    },

    'inference.tasks.search': () => ({ result: tasks.map((task) => ({ ...task })) }),

    'inference.authors.search': () => ({ result: authors }),
  };
}
