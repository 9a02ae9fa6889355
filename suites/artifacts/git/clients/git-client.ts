import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from '../../../harness/context.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import type { GitObject } from '../objects/git-object.ts';

/** An empty folder that exists until the test ends. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-git-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The outcome of an operation that the server may refuse. */
export interface ClientOutcome {
  readonly ok: boolean;
  /** The client's message, without colours. */
  readonly message: string;
}

/** How to clone. */
export interface CloneOptions {
  readonly depth?: number;
  /** Branch to check out. Defaults to the one of the remote's `HEAD`. */
  readonly branch?: string;
}

/** One ref of a push. */
export interface PushedRef {
  /** Local name or id. Without it, the push deletes the ref. */
  readonly from?: string;
  /** Full name on the remote. */
  readonly to: string;
  readonly force?: boolean;
}

/** A local repository with a working folder. */
export interface LocalRepository {
  readonly folder: string;
  /** Adds objects, and sets refs by their full names. */
  add(objects: Iterable<GitObject>, refs: Readonly<Record<string, string>>): Promise<void>;
  /** `HEAD`, the remote's branches as of the last fetch, and all tags, by their names on the remote. */
  known(): Promise<Readonly<Record<string, string>>>;
  /** The id that a name points to; undefined if it points to nothing. */
  resolve(name: string): Promise<string | undefined>;
  /** Objects by the id calculated from their contents. Missing ones are left out. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, GitObject>>;
  fetch(repository: TestRepository): Promise<ClientOutcome>;
  /** Fetches a branch, and fast-forwards to it. */
  pull(repository: TestRepository, branch: string): Promise<ClientOutcome>;
  /** Pushes refs, in one request if the client supports that. */
  push(repository: TestRepository, ...refs: readonly PushedRef[]): Promise<ClientOutcome>;
}

/** A Git client that people use. */
export interface GitClient {
  readonly name: 'Git' | 'isomorphic-git';
  /** An empty repository without a remote. */
  create(): Promise<LocalRepository>;
  /** @throws ConformanceFailure if the client fails */
  clone(repository: TestRepository, options?: CloneOptions): Promise<LocalRepository>;
}
