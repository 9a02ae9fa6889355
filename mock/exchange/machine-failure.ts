import { ApiError, type FailureName } from '../../spec/errors.ts';

const failuresByCode: Readonly<Record<string, FailureName>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EMFILE: 'files-exhausted',
  ENFILE: 'files-exhausted',
  'folder-taken-over': 'state-taken-over',
};

/** What the machine lacks, where that is why something failed: whoever is answered can do something about it. */
export function machineFailure(thrown: unknown): ApiError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? String(error.code) : '';
    const failure = Object.hasOwn(failuresByCode, code) ? failuresByCode[code] : undefined;
    if (failure) return new ApiError(failure, { code, problem: error.message }, undefined, { cause: thrown });
  }
  return undefined;
}
