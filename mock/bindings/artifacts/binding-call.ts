import { ApiError, type FailureName } from '../../../spec/errors.ts';
import type { FailureDetail } from '../../../spec/failure.ts';
import type { BindingFailureName } from '../../../spec/services/artifacts/binding.ts';
import type { ArtifactsParts } from '../../services/artifacts/artifacts-parts.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import { ArtifactsError } from './artifacts-error.ts';

/** What every call of a binding works with. */
export interface BindingParts {
  readonly artifacts: ArtifactsParts;
  /** Whose repositories they are; asked for with every call, as a reset makes another one. */
  readonly account: () => AccountTenant;
  readonly namespace: string;
  /** Where the API is, for remotes. */
  readonly origin: () => string;
}

/** Failures of the service as a binding words them. */
const worded: Readonly<Partial<Record<FailureName, BindingFailureName>>> = {
  'artifacts-invalid': 'input',
  'artifacts-hash-invalid': 'hash',
  'artifacts-repo-name-invalid': 'repo-name',
  'artifacts-ttl-invalid': 'ttl',
  'artifacts-url-not-https': 'url-not-https',
  'artifacts-url-invalid': 'no-repository',
  'artifacts-remote-private': 'remote-private',
  'artifacts-remote-unknown': 'remote-unknown',
  'artifacts-remote-branch-unknown': 'remote-branch-unknown',
  'artifacts-repo-unknown': 'repo-unknown',
  'artifacts-repo-exists': 'repo-exists',
  'artifacts-import-in-progress': 'importing',
  'artifacts-fork-in-progress': 'forking',
  'artifacts-object-corrupt': 'internal',
  'artifacts-upstream-unavailable': 'unavailable',
  'artifacts-memory-limit': 'remote-too-large',
};

/**
 * Calls the service as REST does, and says what it refuses in the words of a binding.
 *
 * @param detail what the texts of failures name
 * @throws ArtifactsError
 */
export async function calling<T>(work: () => T | Promise<T>, detail: FailureDetail = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = error instanceof ApiError ? worded[error.failure] : undefined;
    if (!(error instanceof ApiError) || failure === undefined) throw error;
    throw new ArtifactsError(failure, { ...error.detail, ...detail }, { cause: error });
  }
}

/** What is found; null where it is not there. */
export async function orNull<T>(find: () => T | Promise<T>, absent: FailureName): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError && error.failure === absent) return null;
    throw error;
  }
}
