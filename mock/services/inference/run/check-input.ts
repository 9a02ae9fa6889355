import type { z } from 'zod';
import { ApiError } from '../../../../spec/errors.ts';
import { jsonPointer } from '../../../../spec/mistake.ts';
import { badInput, userInputError } from '../../../../spec/services/inference/bad-input.ts';
import type { ModelEntry } from '../../../../spec/services/inference/models/entry.ts';
import type { Runnable } from './run-parts.ts';

/**
 * Checks the input of a run against the schema of its model.
 *
 * @returns the input with the defaults of the schema
 * @throws ApiError `model-input-invalid` (5006) for hosted models, `third-party-input-invalid` (7003) for others
 */
export function checkInput({ model, hosted }: Runnable, input: unknown): Record<string, unknown> {
  const schema: z.ZodType = model.input;
  const outcome = schema.safeParse(input);
  if (!outcome.success) {
    const { issues } = outcome.error;
    const pointer = jsonPointer((issues[0]?.path ?? []).map(String));
    throw hosted
      ? new ApiError('model-input-invalid', { problem: badInput(input, issues) }, pointer)
      : new ApiError('third-party-input-invalid', { problem: userInputError(input, issues) }, pointer);
  }
  const checked = outcome.data as Record<string, unknown>; // Every model takes an object.
  refuseByName(model, checked);
  return checked;
}

/**
 * Members of the format that a model does not support: Cloudflare docs, Models.
 *
 * @throws ApiError `third-party-input-invalid`
 */
export function refuseByName({ refuses = [] }: ModelEntry, input: Readonly<Record<string, unknown>>): void {
  const name = refuses.find((member) => input[member] !== undefined && input[member] !== null);
  if (name === undefined) return;
  const problem = `\`${name}\` is not supported on this model. Remove it from your request.`;
  throw new ApiError('third-party-input-invalid', { problem }, `/${name}`);
}
