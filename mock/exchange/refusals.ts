import { type Certainty, restsOnAtLeast } from '../../spec/certainty.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';

/**
 * The refusal of a decision with too low a certainty; undefined if it is certain enough.
 *
 * @param actual certainty of the decision, whatever that of the answer's shape
 */
export function belowBasis(actual: Certainty, required: Certainty, cause?: unknown): ApiError | undefined {
  if (restsOnAtLeast(actual, required)) return undefined;
  return new ApiError('basis-refused', { actual, required }, undefined, { cause });
}

/**
 * Replaces a general refusal by the operation's own wording, if its contract has one.
 *
 * @param params path variables for messages
 *
 * @example
 * ownRefusal(new ApiError('json-malformed'), contract['custom-hostnames.hostname.create'], {}).failure;
 * // 'hostname-body-undecodable'
 */
export function ownRefusal(
  error: ApiError,
  { refusals = [] }: Pick<Endpoint, 'refusals'>,
  params: Readonly<Record<string, string>>,
): ApiError {
  const { failure, detail, pointer, messages } = error;
  const own = refusals.find(({ of, at }) => of === failure && (at === undefined || holds(at, pointer)));
  return own ? new ApiError(own.as, { ...params, ...detail }, pointer, { cause: error, messages }) : error;
}

/** Whether a pointer is a place or inside it. */
function holds(place: string, pointer = ''): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}
