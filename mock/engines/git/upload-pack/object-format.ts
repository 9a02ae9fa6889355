import { GitError } from '../git-error.ts';

/**
 * Refuses a client whose ids are of another kind.
 *
 * @throws GitError `not-supported`
 */
export function assertObjectFormat(format: string): void {
  if (format !== 'sha1')
    throw new GitError('not-supported', `mismatched object format: server sha1; client ${format}`);
}
