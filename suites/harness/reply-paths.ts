import type { Reply } from '../../spec/client.ts';

/** Paths of requests, or their templates, by answer. */
const paths = new WeakMap<Reply, string>();

/** Records the path of an answer, for checks that only apply to one service. */
export const recordPath = (reply: Reply, path: string): void => void paths.set(reply, path);

/**
 * Whether a path belongs to token validation, whose document requires the envelope for all its answers. The other
 * documents don't.
 */
export const isOfTokenValidation = (path: string): boolean => path.includes('/token_validation/');

/** Whether an answer belongs to token validation; assumes so for an answer without a recorded path. */
export const answersTokenValidation = (reply: Reply): boolean => {
  const path = paths.get(reply);
  return path === undefined || isOfTokenValidation(path);
};
