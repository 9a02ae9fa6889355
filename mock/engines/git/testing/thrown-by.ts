import { GitError, type GitFailure } from '../git-error.ts';

/** The failure that a call is refused with; nothing if it succeeds. Rethrows any other error. */
export function thrownBy(doing: () => unknown): GitFailure | undefined {
  try {
    doing();
    return undefined;
  } catch (error) {
    if (error instanceof GitError) return error.failure;
    throw error;
  }
}
