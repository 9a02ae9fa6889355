import { ApiError } from '../../../spec/errors.ts';
import { browserRenderingLimits, defaultJsonModel } from '../../../spec/services/browser-rendering/limits.ts';
import type { JsonRequest } from '../../../spec/services/browser-rendering/schemas/answers.ts';
import { findModel } from '../../../spec/services/inference/models/catalogue.ts';
import { unlistedModel } from '../../../spec/services/inference/models/own-model.ts';
import { isObject } from '../../../spec/value-kinds.ts';
import type { Generation, Model, ModelBackend } from '../../engines/models/backend.ts';
import { ModelError } from '../../engines/models/model-error.ts';

export interface Reading {
  readonly request: Pick<JsonRequest, 'prompt' | 'response_format' | 'custom_ai'>;
  /** The page as Markdown. */
  readonly page: string;
  readonly signal: AbortSignal;
}

/**
 * Prompts one model after the other for an object with data from a page, until one returns an object that fits the
 * schema, if there is one: a caller with a schema relies on it.
 *
 * @throws ApiError `json-unanswered`, with the text of the last model that answered
 *
 * @example
 * await readWithModels(backend, { request: { prompt: 'Which title?' }, page: '# Shop', signal });
 */
export async function readWithModels(
  backend: ModelBackend,
  { request, page, signal }: Reading,
): Promise<Record<string, unknown>> {
  const generation = generationFor(request, page);
  const tried: string[] = [];
  let raw: string | undefined;
  for (const id of modelIds(request)) {
    const model = findModel(id) ?? unlistedModel(id, 'run');
    if (model?.task !== 'Text Generation' || model.realtime) {
      tried.push(`${id}: no such model makes text`);
      continue;
    }
    try {
      const text = await textFrom(backend, model, generation, signal);
      raw = text;
      const value = parsed(text);
      if (!isObject(value)) tried.push(`${id}: its answer is no JSON object`);
      else if (await isAllowed(value, request)) return value;
      else tried.push(`${id}: its answer does not fit the schema`);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      tried.push(`${id}: ${error.message}`);
    }
  }
  const reason = tried.join('; ');
  throw new ApiError('json-unanswered', { reason, ...(raw !== undefined && { rawAiResponse: raw }) });
}

/** The catalogue lists the platform's models without a provider before their id. */
function modelIds({ custom_ai }: Reading['request']): string[] {
  if (custom_ai === undefined) return [defaultJsonModel];
  return custom_ai.map(({ model }) => model.replace(/^workers-ai\//, ''));
}

function generationFor({ prompt, response_format }: Reading['request'], page: string): Generation {
  const schema = response_format?.json_schema;
  const question = prompt ?? 'Read from the page what the schema asks for.';
  const text = (role: 'system' | 'user', content: string) =>
    ({ role, parts: [{ type: 'text', text: content }] }) as const;
  return {
    messages: [
      text(
        'system',
        'Answer with one JSON object that holds what is asked for of the page, and nothing else.',
      ),
      text('user', `${question}\n\n${page.slice(0, browserRenderingLimits.modelText)}`),
    ],
    format: schema ? { type: 'json-schema', schema } : { type: 'json' },
  };
}

/** @throws ModelError for a schema with a reference that it does not define */
async function isAllowed(value: object, { response_format }: Reading['request']): Promise<boolean> {
  const schema = response_format?.json_schema;
  if (!schema) return true;
  const { createValidator } = await import('../../engines/models/json-schema.ts');
  return createValidator(schema)(value);
}

async function textFrom(
  backend: ModelBackend,
  model: Model,
  generation: Generation,
  signal: AbortSignal,
): Promise<string> {
  let text = '';
  for await (const event of backend.generate(model, generation, signal)) {
    if (event.type === 'text') text += event.text;
  }
  return text;
}

/** Models put JSON into a Markdown code fence when nothing constrains them. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\s*```(?:json)?\s*/, '').replace(/\s*```\s*$/, ''));
  } catch {
    return undefined;
  }
}
