import { type Certainty, restsOnAtLeast } from '../spec/certainty.ts';
import { ApiError } from '../spec/errors.ts';

/**
 * The refusal of an answer whose decision rests on less than a mock was told to; undefined where it rests on enough.
 *
 * @param actual the certainty of what was decided, whatever that of its looks
 */
export function belowBasis(actual: Certainty, required: Certainty, cause?: unknown): ApiError | undefined {
  if (restsOnAtLeast(actual, required)) return undefined;
  return new ApiError('basis-refused', { actual, required }, undefined, { cause });
}
