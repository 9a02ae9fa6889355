import { GitError, type GitFailure } from '../git-error.ts';

/** The failure that something is refused with; nothing when it is not refused. Any other error is thrown on. */
export function thrownBy(doing: () => unknown): GitFailure | undefined {
  try {
    doing();
    return undefined;
  } catch (error) {
    if (error instanceof GitError) return error.failure;
    throw error;
  }
}
