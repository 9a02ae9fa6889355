import type { z } from 'zod';
import type {
  CatalogueModel,
  catalogueEndpoints,
  modelSearchQuery,
} from '../../../../spec/services/inference/catalogue.ts';
import { parseModelId } from '../../../../spec/services/inference/model-id.ts';
import {
  dollarsPerThousandNeurons,
  getProperties,
  type ModelEntry,
  type NeuronPrice,
} from '../../../../spec/services/inference/models/entry.ts';
import { type TaskName, tasks } from '../../../../spec/services/inference/tasks.ts';
import type { Service } from '../../../api/call.ts';
import { paginate } from '../../../api/page.ts';
import type { Catalogue } from './catalogue.ts';
import { modelSchemas } from './model-schemas.ts';

type CatalogueOperations = Omit<
  typeof catalogueEndpoints,
  'inference.to-markdown' | 'inference.to-markdown.supported'
>;

/** The list of models: cloudflare-typescript, AI. */
export function createCatalogueHandlers(catalogue: Catalogue): Service<CatalogueOperations> {
  return {
    'inference.models.search': ({ query }) => {
      const { items, info } = paginate(selectModels(catalogue.list(), query), query);
      if (query.format === 'openrouter') {
        const data = items.map(openrouterModel);
        // The format is documented, but not its members.
        return { written: JSON.stringify({ data }), mediaType: 'application/json', basis: 'inferred' };
      }
      return { result: items.map(catalogueModel), page: info };
    },

    'inference.models.schema': ({ query }) => {
      return { result: modelSchemas(catalogue.require(query.model)) };
    },

    'inference.tasks.search': () => ({ result: tasks.map((task) => ({ ...task })) }),

    'inference.authors.search': () => {
      const authors = new Set(catalogue.list().map(getAuthor));
      return { result: [...authors].map((author) => ({ id: author, name: author })) };
    },
  };
}

/** The source of a model, as a number of the catalogue (inferred: only 1 was observed). */
const modelSources = { hosted: 1, thirdParty: 2 } as const;

const taskByName = new Map(tasks.map((task) => [task.name, task]));

/** The author of a model: `meta` of `@cf/meta/llama-3.1-8b-instruct`. */
const getAuthor = ({ id }: ModelEntry): string => parseModelId(id)?.author ?? '';

/** Whether the platform runs a model itself. */
const isHosted = ({ id }: ModelEntry): boolean => id.startsWith('@cf/');

const getSource = (model: ModelEntry): number =>
  isHosted(model) ? modelSources.hosted : modelSources.thirdParty;

/** A model as the catalogue lists it. */
export function catalogueModel(model: ModelEntry): CatalogueModel {
  const task = taskByName.get(model.task) ?? { id: model.task, name: model.task, description: '' };
  return {
    id: model.uuid,
    source: getSource(model),
    name: model.id,
    description: model.description,
    task: { ...task },
    tags: getTags(model),
    properties: getProperties(model).map(({ property_id, value }) => ({
      property_id,
      value: typeof value === 'string' ? value : value.map((price) => ({ ...price })),
    })),
  };
}

/** Labels that filter the catalogue in its `model_view` (names: inferred). */
function getTags({ beta, deprecated, lora, batch, frontier }: ModelEntry): string[] {
  const flags = { beta, deprecated, lora, batch, frontier };
  return Object.entries(flags).flatMap(([name, set]) => (set ? [name] : []));
}

type Modality = 'text' | 'image' | 'audio' | 'embeddings' | 'label';

const modalities: Readonly<Record<TaskName, readonly [input: Modality, output: Modality]>> = {
  'Text Generation': ['text', 'text'],
  'Text Embeddings': ['text', 'embeddings'],
  Reranking: ['text', 'label'],
  'Text Classification': ['text', 'label'],
  Translation: ['text', 'text'],
  Summarization: ['text', 'text'],
  'Image Classification': ['image', 'label'],
  'Object Detection': ['image', 'label'],
  'Image-to-Text': ['image', 'text'],
  'Text-to-Image': ['text', 'image'],
  'Automatic Speech Recognition': ['audio', 'text'],
  'Text-to-Speech': ['text', 'audio'],
  'Voice Activity Detection': ['audio', 'label'],
};

/**
 * A model in the openrouter format of the catalogue. Its members are inferred from what that format requires of
 * providers; prices are dollars per token, as text.
 */
export function openrouterModel(model: ModelEntry) {
  const [input, output] = modalities[model.task];
  const features = [
    ...(model.functionCalling ? ['tools'] : []),
    ...(model.reasoning ? ['reasoning'] : []),
    ...(model.task === 'Text Generation' ? ['json_mode'] : []),
  ];
  return {
    id: model.id,
    name: model.id.slice(model.id.lastIndexOf('/') + 1),
    description: model.description,
    input_modalities: model.vision && input !== 'image' ? [input, 'image'] : [input],
    output_modalities: [output],
    context_length: model.contextWindow ?? model.maxInputTokens ?? null,
    max_output_length: model.contextWindow ?? null,
    pricing: { prompt: getPrice(model, 'input token'), completion: getPrice(model, 'output token') },
    supported_features: features,
  };
}

function getPrice({ prices = [] }: ModelEntry, unit: NeuronPrice['unit']): string {
  const neurons = prices.find((price) => price.unit === unit)?.neurons ?? 0;
  const dollars = (neurons * dollarsPerThousandNeurons) / 1000;
  return dollars === 0 ? '0' : dollars.toFixed(12).replace(/0+$/, '');
}

export type ModelFilter = Omit<z.output<typeof modelSearchQuery>, 'page' | 'per_page' | 'format'>;

/**
 * The models that match every filter of a search, in the order of the catalogue: cloudflare-typescript, AI. The
 * comparison of names is inferred: case-insensitive, a task by its name or its id.
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
      (author === undefined || lower(getAuthor(model)) === lower(author)) &&
      (source === undefined || getSource(model) === source),
  );
}

const lower = (text: string) => text.toLowerCase();

const taskName = (task: string) => lower(tasks.find(({ id }) => id === task)?.name ?? task);
