import { type Certainty, restsOnAtLeast } from '../../spec/certainty.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError } from '../../spec/errors.ts';

/**
 * The refusal of an answer whose decision rests on less than a mock was told to; undefined where it rests on enough.
 *
 * @param actual the certainty of what was decided, whatever that of its looks
 */
export function belowBasis(actual: Certainty, required: Certainty, cause?: unknown): ApiError | undefined {
  if (restsOnAtLeast(actual, required)) return undefined;
  return new ApiError('basis-refused', { actual, required }, undefined, { cause });
}

/**
 * A general refusal as the operation itself words it, where its contract says that it does.
 *
 * @param params path variables, which messages may name
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
  const { failure, detail, pointer } = error;
  const own = refusals.find(({ of, at }) => of === failure && (at === undefined || holds(at, pointer)));
  return own ? new ApiError(own.as, { ...params, ...detail }, pointer, { cause: error }) : error;
}

/** Whether a pointer names a place or something inside it. */
function holds(place: string, pointer = ''): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}
