import { ApiError, type FailureName } from '../../../spec/errors.ts';
import { type FailureDetail, fillTemplate } from '../../../spec/failure.ts';
import {
  type ArtifactsErrorCode,
  artifactsErrorCodes,
  type BindingFailureName,
  bindingFailures,
} from '../../../spec/services/artifacts/binding.ts';
import {
  artifactsLimits,
  isDefaultBranch,
  repoNamePattern,
} from '../../../spec/services/artifacts/limits.ts';
import { type TokenScope, tokenScopes, tokenSecret } from '../../../spec/services/artifacts/schemas.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { ArtifactsParts } from '../../services/artifacts/artifacts-parts.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';

/** Errors of an artifacts binding: `code` is a word, and `numericCode` the matching code of REST. */
export class ArtifactsError extends TouchstoneError {
  declare readonly code: ArtifactsErrorCode;
  readonly numericCode: number;

  constructor(failure: BindingFailureName, detail: FailureDetail = {}, options?: ErrorOptions) {
    const { code, message } = bindingFailures[failure];
    super(code, fillTemplate(message, detail), options);
    this.numericCode = artifactsErrorCodes[code];
  }
}

/** Context of every call of a binding. */
export interface BindingParts {
  readonly artifacts: ArtifactsParts;
  /** Returns the account; called each time, as a reset makes a new one. */
  readonly account: () => AccountTenant;
  readonly namespace: string;
  /** Base URL of the API, for remotes. */
  readonly origin: () => string;
}

/** Failures of the service in the words of a binding. */
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
 * Calls the service as REST does, and translates its refusals.
 *
 * @param detail values for the messages of failures
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

/** Returns the result; null if it does not exist. */
export async function orNull<T>(find: () => T | Promise<T>, absent: FailureName): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ApiError && error.failure === absent) return null;
    throw error;
  }
}

// Callers may be untyped code, so every argument is checked.

/** @throws ArtifactsError `INVALID_REPO_NAME` */
export function assertRepoName(name: unknown): asserts name is string {
  if (typeof name !== 'string' || !repoNamePattern.test(name)) throw new ArtifactsError('repo-name');
}

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertDescription(text: unknown): void {
  if (text !== undefined && text !== null && typeof text !== 'string')
    throw new ArtifactsError('input', { problem: 'description must be a string.' });
}

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertBranch(name: unknown): void {
  if (name !== undefined && (typeof name !== 'string' || !isDefaultBranch(name)))
    throw new ArtifactsError('input', { problem: 'setDefaultBranch must be the name of a branch.' });
}

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertScope(scope: unknown): asserts scope is TokenScope {
  if (!tokenScopes.some((one) => one === scope))
    throw new ArtifactsError('input', { problem: 'scope must be "read" or "write".' });
}

const sha1 = /^[0-9a-f]{40}$/i;

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertHash(hash: unknown): asserts hash is string {
  if (hash === undefined || hash === null || hash === '') throw new ArtifactsError('hash-missing');
  if (typeof hash !== 'string' || !sha1.test(hash)) throw new ArtifactsError('hash');
}

/** @throws ArtifactsError `INVALID_TTL` */
export function assertTtl(ttl: unknown): void {
  const { min, max } = artifactsLimits.ttl;
  if (!Number.isInteger(ttl) || Number(ttl) < min || Number(ttl) > max)
    throw new ArtifactsError('ttl', { ttl: String(ttl) });
}

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertListLimit(limit: unknown): void {
  if (limit === undefined) return;
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > artifactsLimits.page.max)
    throw new ArtifactsError('list-limit');
}

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertLogPage({ ref, limit, offset }: Readonly<Record<string, unknown>>): void {
  if (ref !== undefined && !isText(ref)) throw new ArtifactsError('ref-missing');
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) > 0))
    throw new ArtifactsError('log-limit');
  if (offset !== undefined && !(Number.isInteger(offset) && Number(offset) >= 0))
    throw new ArtifactsError('offset');
}

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertFile({ ref, path }: Readonly<Record<string, unknown>>): void {
  if (!isText(ref)) throw new ArtifactsError('ref-missing');
  if (!isText(path)) throw new ArtifactsError('path-missing');
}

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertSource({ url, depth }: Readonly<Record<string, unknown>>): void {
  if (typeof url !== 'string' || !URL.canParse(url)) throw new ArtifactsError('url');
  if (depth !== undefined && !(Number.isInteger(depth) && Number(depth) > 0))
    throw new ArtifactsError('depth');
}

const tokenId = /^[0-9a-z]{16}$/;

/** @throws ArtifactsError `INVALID_INPUT` */
export function assertTokenOrId(text: unknown): asserts text is string {
  if (typeof text !== 'string' || !(tokenId.test(text) || tokenSecret(text) !== undefined))
    throw new ArtifactsError('token');
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
