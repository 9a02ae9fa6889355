import type { z } from 'zod';
import type { Upload } from '../../../endpoint.ts';
import type { AnswerKind } from '../output.ts';
import type { TaskName } from '../tasks.ts';

/** The formats that a model supports; `run` is its own input, on either run endpoint. */
export const modelFormats = ['run', 'chat-completions', 'responses', 'messages', 'embeddings'] as const;

export type ModelFormat = (typeof modelFormats)[number];

/** Neurons for a unit of work (inferred from the public price list). */
export interface NeuronPrice {
  readonly unit:
    | 'input token'
    | 'output token'
    | 'audio minute'
    | 'character'
    | 'image'
    | 'tile of 512 by 512'
    | 'step';
  readonly neurons: number;
}

/** One model of the catalogue. Id, task and shapes are those of Cloudflare OpenAPI document. */
export interface ModelEntry {
  /** `@cf/meta/llama-3.1-8b-instruct`, `openai/gpt-5` */
  readonly id: string;
  /** The `id` of the catalogue, which is not the id of the model (ours: the platform's ids are not known). */
  readonly uuid: string;
  readonly task: TaskName;
  readonly description: string;
  readonly formats: readonly ModelFormat[];
  readonly input: z.ZodType;
  /** The body that it accepts on `/ai/run/{model}` besides JSON. */
  readonly extraBody?: Upload;
  readonly answer: AnswerKind;
  /** Tokens of prompt and answer together (inferred if the model's name does not say). */
  readonly contextWindow?: number;
  /** Default number of tokens of an answer. */
  readonly maxTokensDefault?: number;
  /** Tokens of the text of one vector. */
  readonly maxInputTokens?: number;
  /** Dimensions of a vector. */
  readonly dimensions?: number;
  readonly pooling?: 'mean' | 'cls';
  readonly functionCalling?: true;
  readonly reasoning?: true;
  readonly vision?: true;
  /** Accepts `queueRequest`. */
  readonly batch?: true;
  /** Has the low rate limit that prepaid credits raise, and requires a paid plan. */
  readonly frontier?: true;
  readonly lora?: true;
  readonly beta?: true;
  readonly deprecated?: true;
  /** Available over WebSocket only. */
  readonly realtime?: true;
  /** Members that the model refuses by name although the format has them. */
  readonly refuses?: readonly string[];
  readonly prices?: readonly NeuronPrice[];
}

/** Prices of a text model, from neurons per million input and output tokens. */
export function tokenPrices(input: number, output?: number): readonly NeuronPrice[] {
  const million = 1_000_000;
  return [
    { unit: 'input token', neurons: input / million },
    ...(output === undefined ? [] : [{ unit: 'output token', neurons: output / million } as const]),
  ];
}

/** One entry of `properties` of a model in the catalogue: cloudflare-typescript, AI. */
interface ModelProperty {
  readonly property_id: string;
  readonly value: string | readonly PriceProperty[];
}

interface PriceProperty {
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

function getPrice({ unit, neurons }: NeuronPrice): PriceProperty {
  const { unit: name, times } = units[unit];
  const price = (neurons * times * dollarsPerThousandNeurons) / 1000;
  return { unit: name, price: Number(price.toPrecision(3)), currency: 'USD' };
}

/**
 * The properties of a model in the catalogue besides its task (names: inferred).
 *
 * @example
 * getProperties(findModel('@cf/baai/bge-m3')!)
 * // [{ property_id: 'max_input_tokens', value: '8192' }, { property_id: 'output_dimensions', value: '1024' }, ...]
 */
export function getProperties(model: ModelEntry): readonly ModelProperty[] {
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
    ...(prices.length > 0 ? [{ property_id: 'price', value: prices.map(getPrice) }] : []),
  ];
}
