import { ApiError, type FailureName } from '../../spec/errors.ts';

const failuresByCode: Readonly<Record<string, FailureName>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EMFILE: 'files-exhausted',
  ENFILE: 'files-exhausted',
  'folder-taken-over': 'state-taken-over',
};

/** The refusal for a failure that the machine caused, such as a full disk; undefined for other errors. */
export function machineFailure(thrown: unknown): ApiError | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? String(error.code) : '';
    const failure = Object.hasOwn(failuresByCode, code) ? failuresByCode[code] : undefined;
    if (failure) return new ApiError(failure, { code, problem: error.message }, undefined, { cause: thrown });
  }
  return undefined;
}
