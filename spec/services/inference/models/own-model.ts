import { z } from 'zod';
import { parseModelId } from '../model-id.ts';
import { findModel, models } from './catalogue.ts';
import { hostedTextModel } from './chat.ts';
import type { ModelEntry, ModelFormat } from './entry.ts';
import { embeddingsModel } from './text-tasks.ts';
import { getTextModel } from './third-party.ts';

/**
 * Authors whose text models run though the catalogue does not list them: those that clients made for the platform know
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
      .describe('A model of the catalogue that it takes input and answers like; by default it makes text.'),
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

/** Hosted text models are asked and answer in other shapes than those of third parties. */
function isAlike(id: string, like: string): boolean {
  return findModel(like)?.task !== 'Text Generation' || isHosted(id) === isHosted(like);
}

/**
 * The entry of a model that a user has added.
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

/** Numbers in a vector of a model of which nothing is known. */
const dimensions = 1_536;

/**
 * What a model is taken for that nobody lists: one for vectors where vectors are asked for, else one for text.
 *
 * @param named whether a reply or a map of models names it; else its author has to be a known one
 * @returns undefined for what is no model id, a hosted model that nothing names, an unknown author, and the id of a
 *   listed model with its version written otherwise
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
 * An id as the catalogue spells it: versions are written with dots here, and with hyphens by some providers
 * (live calls measured in October 2026).
 *
 * @example
 * listedSpelling('anthropic/claude-haiku-4-5') // 'anthropic/claude-haiku-4.5'
 */
export function listedSpelling(id: string): string {
  return findModel(id)?.id ?? models.find((model) => model.id.replaceAll('.', '-') === id)?.id ?? id;
}

const textModelFor = (id: string) =>
  isHosted(id) ? hostedTextModel : getTextModel(parseModelId(id)?.author ?? '');

/** An id for the list of models, the same for the same model: FNV-1a, of 128 bits. */
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
