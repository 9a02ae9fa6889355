import type { z } from 'zod';
import type { Upload } from '../../../endpoint.ts';
import type { AnswerKind } from '../output/answers.ts';
import type { TaskName } from '../tasks.ts';

/** The formats in which a model can be asked; `run` is its own input, by either run endpoint. */
export const modelFormats = ['run', 'chat-completions', 'responses', 'messages', 'embeddings'] as const;

export type ModelFormat = (typeof modelFormats)[number];

/** What a unit of work costs, in neurons (inferred: from the public price list, not from the fact sheet). */
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

/** One model of the catalogue. Id, task and shapes are those of fact sheet inference, section 5. */
export interface ModelEntry {
  /** `@cf/meta/llama-3.1-8b-instruct`, `openai/gpt-5` */
  readonly id: string;
  /** The `id` of the catalogue, which is not the id of the model (ours: the platform's are not known). */
  readonly uuid: string;
  readonly task: TaskName;
  readonly description: string;
  readonly formats: readonly ModelFormat[];
  readonly input: z.ZodType;
  /** The body that it takes on `/ai/run/{model}` beside JSON. */
  readonly extraBody?: Upload;
  readonly answer: AnswerKind;
  /** Tokens of prompt and answer together (inferred where the model's name does not say). */
  readonly contextWindow?: number;
  /** Tokens of an answer that asks for no number of its own. */
  readonly maxTokensDefault?: number;
  /** Tokens of text that a vector is made of. */
  readonly maxInputTokens?: number;
  /** Numbers in a vector. */
  readonly dimensions?: number;
  readonly pooling?: 'mean' | 'cls';
  readonly functionCalling?: true;
  readonly reasoning?: true;
  readonly vision?: true;
  /** Takes `queueRequest`. */
  readonly batch?: true;
  /** Has the low rate limit that prepaid credits raise, and needs a paid plan. */
  readonly frontier?: true;
  readonly lora?: true;
  readonly beta?: true;
  readonly deprecated?: true;
  /** Answers over WebSocket only. */
  readonly realtime?: true;
  /** Members that the model refuses by name although the format has them. */
  readonly refuses?: readonly string[];
  readonly prices?: readonly NeuronPrice[];
}

/** Prices of a model that reads and writes tokens, from neurons per million of each. */
export function tokenPrices(input: number, output?: number): readonly NeuronPrice[] {
  const million = 1_000_000;
  return [
    { unit: 'input token', neurons: input / million },
    ...(output === undefined ? [] : [{ unit: 'output token', neurons: output / million } as const]),
  ];
}
