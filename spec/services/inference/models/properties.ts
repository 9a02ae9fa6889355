import type { ModelEntry, NeuronPrice } from './entry.ts';

/** One entry of `properties` of a model in the catalogue: fact sheet inference, section 2.8. */
export interface ModelProperty {
  readonly property_id: string;
  readonly value: string | readonly PriceProperty[];
}

export interface PriceProperty {
  readonly unit: string;
  readonly price: number;
  readonly currency: 'USD';
}

/** Dollars for a thousand neurons (inferred: the public price list). */
export const dollarsPerThousandNeurons = 0.011;

const units: Readonly<Record<NeuronPrice['unit'], { readonly unit: string; readonly times: number }>> = {
  'input token': { unit: 'per M input tokens', times: 1_000_000 },
  'output token': { unit: 'per M output tokens', times: 1_000_000 },
  'audio minute': { unit: 'per audio minute', times: 1 },
  character: { unit: 'per 1k characters', times: 1000 },
  image: { unit: 'per image', times: 1 },
  'tile of 512 by 512': { unit: 'per 512 by 512 tile', times: 1 },
  step: { unit: 'per step', times: 1 },
};

function priceOf({ unit, neurons }: NeuronPrice): PriceProperty {
  const { unit: name, times } = units[unit];
  const price = (neurons * times * dollarsPerThousandNeurons) / 1000;
  return { unit: name, price: Number(price.toPrecision(3)), currency: 'USD' };
}

/**
 * What the catalogue says about a model beside its task (names of properties: inferred).
 *
 * @example
 * propertiesOf(findModel('@cf/baai/bge-m3')!)
 * // [{ property_id: 'max_input_tokens', value: '8192' }, { property_id: 'output_dimensions', value: '1024' }, ...]
 */
export function propertiesOf(model: ModelEntry): readonly ModelProperty[] {
  const { prices = [] } = model;
  const flag = (property_id: string, set: true | undefined) => (set ? [{ property_id, value: 'true' }] : []);
  const number = (property_id: string, value: number | undefined) =>
    value === undefined ? [] : [{ property_id, value: String(value) }];
  return [
    ...number('context_window', model.contextWindow),
    ...number('max_input_tokens', model.maxInputTokens),
    ...number('output_dimensions', model.dimensions),
    ...flag('function_calling', model.functionCalling),
    ...flag('reasoning', model.reasoning),
    ...flag('vision', model.vision),
    ...flag('async_queue', model.batch),
    ...flag('lora', model.lora),
    ...flag('beta', model.beta),
    ...flag('realtime', model.realtime),
    ...(prices.length > 0 ? [{ property_id: 'price', value: prices.map(priceOf) }] : []),
  ];
}
