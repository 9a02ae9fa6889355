import { ApiError } from '../../../../spec/errors.ts';
import type { RemoteError } from '../../../engines/git/client/remote-http.ts';

/** Why an import is refused, by what became of the other server: fact sheet artifacts, sections 5 and 11. */
export function remoteRefusal(cause: RemoteError, url: string): ApiError {
  const refusal = (...[failure, detail]: readonly [ApiError['failure'], ApiError['detail']?]) =>
    new ApiError(failure, detail, '/url', { cause });
  switch (cause.failure) {
    case 'auth-required':
      return refusal('artifacts-remote-private', { url, remoteStatus: cause.status ?? 401 });
    case 'not-found':
      return refusal('artifacts-remote-unknown');
    case 'branch-not-found':
      return new ApiError('artifacts-remote-branch-unknown', {}, '/branch', { cause });
    case 'not-a-repository':
      return refusal('artifacts-url-invalid');
    case 'too-large':
      return refusal('artifacts-memory-limit', { problem: cause.message });
    case 'unavailable':
    case 'damaged':
      return refusal('artifacts-upstream-unavailable');
  }
}
