import type { CatalogueModel } from '../../../../spec/services/inference/catalogue.ts';
import { parseModelId } from '../../../../spec/services/inference/model-id.ts';
import { type ModelEntry, propertiesOf } from '../../../../spec/services/inference/models/entry.ts';
import { tasks } from '../../../../spec/services/inference/tasks.ts';

/** Where a model comes from, as a number of the catalogue (inferred: only 1 was seen). */
export const modelSources = { hosted: 1, thirdParty: 2 } as const;

const taskByName = new Map(tasks.map((task) => [task.name, task]));

/** Who made a model: `meta` of `@cf/meta/llama-3.1-8b-instruct`. */
export const authorOf = ({ id }: ModelEntry): string => parseModelId(id)?.author ?? '';

/** Whether the platform runs a model itself. */
export const isHosted = ({ id }: ModelEntry): boolean => id.startsWith('@cf/');

export const sourceOf = (model: ModelEntry): number =>
  isHosted(model) ? modelSources.hosted : modelSources.thirdParty;

/** A model as the catalogue lists it. */
export function catalogueModel(model: ModelEntry): CatalogueModel {
  const task = taskByName.get(model.task) ?? { id: model.task, name: model.task, description: '' };
  return {
    id: model.uuid,
    source: sourceOf(model),
    name: model.id,
    description: model.description,
    task: { ...task },
    tags: tagsOf(model),
    properties: propertiesOf(model).map(({ property_id, value }) => ({
      property_id,
      value: typeof value === 'string' ? value : value.map((price) => ({ ...price })),
    })),
  };
}

/** Labels that the catalogue is filtered by in its picture of the models (names: inferred). */
function tagsOf({ beta, deprecated, lora, batch, frontier }: ModelEntry): string[] {
  const flags = { beta, deprecated, lora, batch, frontier };
  return Object.entries(flags).flatMap(([name, set]) => (set ? [name] : []));
}
