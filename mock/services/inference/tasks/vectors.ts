import { ApiError } from '../../../../spec/errors.ts';
import type {
  EmbeddingsInput,
  EmbedOrRankInput,
  QueryEmbeddingsInput,
} from '../../../../spec/services/inference/input/text-tasks.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { ModelBackend, Vectors } from '../../../engines/models/backend.ts';
import { estimateTokens } from '../../../engines/models/count-tokens.ts';
import { getNeurons } from '../run/native-run.ts';
import { rankContexts } from './rank.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';
import { listOf } from './texts.ts';

/**
 * Vectors of texts: Cloudflare OpenAPI document. The query model also takes queries and documents, whose vectors follow
 * those of `text` in this order.
 */
export async function makeVectors(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { model, backend } = call;
  const { text, queries, documents, instruction, pooling } = getInput<EmbeddingsInput & QueryEmbeddingsInput>(
    call,
  );
  const instruct = instruction === undefined ? '' : `Instruct: ${instruction}\n`;
  const texts = [
    ...listOf(text),
    ...listOf(queries).map((query) => `${instruct}Query: ${query}`),
    ...listOf(documents),
  ];
  const made = await embedTexts(model, { texts, pooling }, backend, signal);
  const named = pooling ?? model.pooling;
  return {
    kind: 'json',
    result: { ...shaped(made), ...(named !== undefined && { pooling: named }) },
    usage: made.usage,
  };
}

/**
 * Runs the model that embeds or ranks on each form of its input: vectors of texts, scores of contexts for a query, or
 * vectors of contexts alone.
 *
 * @throws ApiError `context-window-exceeded` for a text that is too long, unless it may be truncated
 */
export async function embedOrRank(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { model, backend } = call;
  const { text, query, contexts, truncate_inputs } = getForms(getInput<EmbedOrRankInput>(call));
  const texts = text.length > 0 ? text : contexts;
  if (truncate_inputs !== true) refuseLong([...texts, query ?? ''], model.maxInputTokens);
  if (text.length === 0 && query !== undefined) {
    return rankContexts(call, { query, documents: contexts }, signal);
  }
  const made = await embedTexts(model, { texts }, backend, signal);
  const { shape, data } = shaped(made);
  const { pooling } = model;
  if (text.length === 0) {
    return { kind: 'json', result: { response: data, shape, pooling }, usage: made.usage };
  }
  return {
    kind: 'json',
    result: { shape, data, pooling, response: null, meta: getCost(call, made) },
    usage: made.usage,
  };
}

/** The members of each form of the input. */
function getForms(input: EmbedOrRankInput) {
  return {
    text: 'text' in input && input.text !== undefined ? listOf(getTexts(input.text)) : [],
    query: 'query' in input && typeof input.query === 'string' ? input.query : undefined,
    contexts: 'contexts' in input && Array.isArray(input.contexts) ? input.contexts.map(contextText) : [],
    truncate_inputs: input.truncate_inputs,
  };
}

/** The forms without `text` may have a member of that name of any type. */
function getTexts(text: unknown): string | readonly string[] | undefined {
  return typeof text === 'string' || Array.isArray(text) ? text : undefined;
}

function contextText(context: unknown): string {
  const text = typeof context === 'object' && context !== null ? Reflect.get(context, 'text') : undefined;
  return String(text ?? '');
}

function refuseLong(texts: readonly string[], limit = Number.POSITIVE_INFINITY): void {
  for (const text of texts) {
    const tokens = estimateTokens(text);
    if (tokens > limit) throw new ApiError('context-window-exceeded', { tokens, limit });
  }
}

/** The cost of the call, in this model's format: Cloudflare OpenAPI document. */
function getCost({ model }: TaskCall, { usage }: Vectors) {
  return {
    cost_metric_name_1: 'input_tokens',
    cost_metric_value_1: usage.inputTokens,
    neurons: getNeurons(model)?.(usage) ?? 0,
  };
}

function shaped({ vectors }: Vectors) {
  return {
    shape: [vectors.length, vectors[0]?.length ?? 0] as const,
    data: vectors.map((vector) => Array.from(vector)),
  };
}

/** Approximate characters of a token. */
const charactersPerToken = 4;

/** A request to an embedding model. */
interface TextsToEmbed {
  readonly texts: readonly string[];
  /** Fewer numbers than the model's default. */
  readonly dimensions?: number | undefined;
  /** How the tokens of a text become one vector; defaults to the model's own way. */
  readonly pooling?: 'mean' | 'cls' | undefined;
}

/**
 * One unit vector for each text. A model reads only the beginning of a text that is too long for it.
 *
 * @throws ModelError
 */
export async function embedTexts(
  model: ModelEntry,
  { texts, dimensions, pooling = model.pooling }: TextsToEmbed,
  backend: ModelBackend,
  signal: AbortSignal,
): Promise<Vectors> {
  const read = texts.map((text) => getBeginning(text, model.maxInputTokens));
  const request = { texts: read, ...(dimensions !== undefined && { dimensions }) };
  const made = await backend.embed(engineModel(model), request, signal);
  return pooling === model.pooling ? made : { ...made, vectors: made.vectors.map(pooledOtherwise) };
}

function getBeginning(text: string, maxTokens = Number.POSITIVE_INFINITY): string {
  const most = maxTokens * charactersPerToken;
  // Half a surrogate pair is no character.
  return text.length > most ? text.slice(0, most).toWellFormed() : text;
}

/**
 * A vector of the pooling that is not the model's default: the numbers in reverse order, every other one negated.
 * Lengths and similarities among such vectors stay the same, but they can't be compared with the default ones, as on
 * the platform.
 */
function pooledOtherwise(vector: Float32Array): Float32Array {
  return vector.toReversed().map((number, index) => (index % 2 === 0 ? number : -number));
}
