import type { Reply } from '../../spec/client.ts';

/** Paths, or their templates, that answers are to. */
const paths = new WeakMap<Reply, string>();

/** Notes what an answer is to, for judgements that only hold for one service. */
export const notePath = (reply: Reply, path: string): void => void paths.set(reply, path);

/**
 * Whether a path is one of token validation, whose document says of each of its answers that it is an envelope. The other
 * documents say nothing of it.
 */
export const isOfTokenValidation = (path: string): boolean => path.includes('/token_validation/');

/** Whether an answer is one of token validation; so is one of which nobody noted what it is to. */
export const answersTokenValidation = (reply: Reply): boolean => {
  const path = paths.get(reply);
  return path === undefined || isOfTokenValidation(path);
};
