import type { Endpoint } from '../spec/endpoint.ts';
import { ApiError } from '../spec/errors.ts';

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
