import { z } from 'zod';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import { type AnswerForm, answerForms } from '../../../../spec/services/inference/output.ts';

export interface ModelSchemas {
  readonly input: Record<string, unknown>;
  readonly output: Record<string, unknown>;
}

/**
 * The input and output of a model as JSON schemas (draft 2020-12), generated from the contract's schemas. Binary
 * answers have only a media type.
 */
export function modelSchemas(model: ModelEntry): ModelSchemas {
  return {
    input: z.toJSONSchema(model.input, { io: 'input', unrepresentable: 'any' }),
    output: outputSchema(answerForms[model.answer]),
  };
}

function outputSchema(form: AnswerForm): Record<string, unknown> {
  if (form.kind === 'json') return z.toJSONSchema(form.schema, { io: 'output', unrepresentable: 'any' });
  const types = form.mediaTypes.map((contentMediaType) => ({ contentMediaType }));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'string',
    format: 'binary',
    ...(types.length === 1 ? types[0] : { anyOf: types }),
  };
}
