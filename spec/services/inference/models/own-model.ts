import { z } from 'zod';
import { parseModelId } from '../model-id.ts';
import { findModel, models } from './catalogue.ts';
import { hostedTextModel } from './chat.ts';
import type { ModelEntry, ModelFormat } from './entry.ts';
import { embeddingsModel } from './text-tasks.ts';
import { getTextModel } from './third-party.ts';

/**
 * Authors whose text models run even if the catalogue does not list them: those that clients for the platform know
 * (inferred).
 */
export const knownAuthors: readonly string[] = [
  'alibaba',
  'anthropic',
  'cerebras',
  'cohere',
  'deepseek',
  'google',
  'groq',
  'minimax',
  'mistral',
  'openai',
  'openrouter',
  'perplexity',
  'xai',
];

/** A model that a user adds to the catalogue. */
export const ownModelSchema = z
  .strictObject({
    id: z
      .string()
      .refine((id) => parseModelId(id) !== undefined, 'must be <author>/<model> or @cf/<author>/<model>')
      .describe('Its id, `<author>/<model>`, or `@cf/<author>/<model>` for a hosted one.'),
    like: z
      .string()
      .refine((id) => findModel(id) !== undefined, 'must be the id of a model of the catalogue')
      .optional()
      .describe('A model of the catalogue with the same input and output; by default a text model.'),
    description: z.string().optional(),
    context_window: z.int().min(1).optional().describe('Tokens of prompt and answer together.'),
    dimensions: z.int().min(1).max(65_536).optional().describe('Numbers in a vector.'),
  })
  .refine(({ id, like }) => like === undefined || isAlike(id, like), {
    path: ['like'],
    error: 'must be hosted (`@cf/`) where the model is, and not where it is not: text models differ in that',
  })
  .meta({ id: 'Model' });

export type OwnModel = z.input<typeof ownModelSchema>;

const isHosted = (id: string) => id.startsWith('@cf/');

/** Hosted text models have other inputs and outputs than third-party ones. */
function isAlike(id: string, like: string): boolean {
  return findModel(like)?.task !== 'Text Generation' || isHosted(id) === isHosted(like);
}

/**
 * The catalogue entry of a model that a user adds.
 *
 * @example
 * ownModel({ id: 'openai/text-embedding-3-small', like: '@cf/baai/bge-m3', dimensions: 1536 }).task // 'Text Embeddings'
 */
export function ownModel({ id, like, description, context_window, dimensions }: OwnModel): ModelEntry {
  return {
    ...((like && findModel(like)) || textModelFor(id)),
    id,
    uuid: toUuid(id),
    description: description ?? 'A model that was added.',
    ...(context_window !== undefined && { contextWindow: context_window }),
    ...(dimensions !== undefined && { dimensions }),
  };
}

/** Dimensions of a vector of an unknown model. */
const dimensions = 1_536;

/**
 * The kind of an unlisted model: an embedding model if the request asks for vectors, otherwise a text model.
 *
 * @param named whether a reply or a map of models names it; otherwise its author must be known
 * @returns undefined for a string that is not a model id, a hosted model that nothing names, an unknown author, and the
 * id of a listed model with another spelling of its version
 *
 * @example
 * unlistedModel('openai/gpt-4o-mini', 'run')?.task // 'Text Generation'
 * unlistedModel('nobody/gpt-4o-mini', 'run') // undefined
 */
export function unlistedModel(id: string, format: ModelFormat, named = false): ModelEntry | undefined {
  const parsed = parseModelId(id);
  if (!parsed || listedSpelling(id) !== id) return undefined;
  if (!named && (parsed.hosted || !knownAuthors.includes(parsed.author))) return undefined;
  const like = format === 'embeddings' ? { ...embeddingsModel, dimensions } : textModelFor(id);
  return { ...like, id, uuid: toUuid(id), description: 'A model that the catalogue does not list.' };
}

/**
 * An id in the spelling of the catalogue: versions have dots here, and hyphens at some providers (live calls measured
 * in October 2026).
 *
 * @example
 * listedSpelling('anthropic/claude-haiku-4-5') // 'anthropic/claude-haiku-4.5'
 */
export function listedSpelling(id: string): string {
  return findModel(id)?.id ?? models.find((model) => model.id.replaceAll('.', '-') === id)?.id ?? id;
}

const textModelFor = (id: string) =>
  isHosted(id) ? hostedTextModel : getTextModel(parseModelId(id)?.author ?? '');

/** A stable id for the list of models: FNV-1a, 128 bits. */
function toUuid(id: string): string {
  let hash = 0x6c62272e07bb014262b821756295c58dn;
  for (const byte of new TextEncoder().encode(id))
    hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * 0x1000000000000000000013bn);
  const digits = hash.toString(16).padStart(32, '0');
  const [a, b, c, d, e] = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(13, 16),
    digits.slice(17, 20),
    digits.slice(20),
  ];
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
