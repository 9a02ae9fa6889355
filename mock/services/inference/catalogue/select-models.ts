import type { z } from 'zod';
import type { modelSearchQuery } from '../../../../spec/services/inference/catalogue.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { tasks } from '../../../../spec/services/inference/tasks.ts';
import { authorOf, sourceOf } from './catalogue-model.ts';

export type ModelFilter = Omit<z.output<typeof modelSearchQuery>, 'page' | 'per_page' | 'format'>;

/**
 * The models that satisfy every filter of a search, in the order of the catalogue: fact sheet inference,
 * section 2.8. How names are compared is inferred: without regard to case, a task by its name or its id.
 *
 * @example
 * selectModels(models, { author: 'meta', task: 'text generation' })
 */
export function selectModels(models: readonly ModelEntry[], filter: ModelFilter): ModelEntry[] {
  const { search, task, author, source, hide_experimental, include_deprecated } = filter;
  const wantedTask = task === undefined ? undefined : taskName(task);
  return models.filter(
    (model) =>
      (include_deprecated === true || model.deprecated === undefined) &&
      (hide_experimental !== true || model.beta === undefined) &&
      (search === undefined || lower(model.id).includes(lower(search))) &&
      (wantedTask === undefined || lower(model.task) === wantedTask) &&
      (author === undefined || lower(authorOf(model)) === lower(author)) &&
      (source === undefined || sourceOf(model) === source),
  );
}

const lower = (text: string) => text.toLowerCase();

const taskName = (task: string) => lower(tasks.find(({ id }) => id === task)?.name ?? task);
