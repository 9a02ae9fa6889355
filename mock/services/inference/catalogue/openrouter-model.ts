import {
  dollarsPerThousandNeurons,
  type ModelEntry,
  type NeuronPrice,
} from '../../../../spec/services/inference/models/entry.ts';
import type { TaskName } from '../../../../spec/services/inference/tasks.ts';

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
 * A model as catalogues of the openrouter format list it. Which members there are is inferred from what that
 * format asks of providers; prices are dollars per token, written as text.
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
    pricing: { prompt: priceOf(model, 'input token'), completion: priceOf(model, 'output token') },
    supported_features: features,
  };
}

function priceOf({ prices = [] }: ModelEntry, unit: NeuronPrice['unit']): string {
  const neurons = prices.find((price) => price.unit === unit)?.neurons ?? 0;
  const dollars = (neurons * dollarsPerThousandNeurons) / 1000;
  return dollars === 0 ? '0' : dollars.toFixed(12).replace(/0+$/, '');
}
