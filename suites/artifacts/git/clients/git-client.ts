import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from '../../../harness/context.ts';
import type { TestRepository } from '../../../harness/repositories.ts';
import type { GitObject } from '../objects/git-object.ts';

/** An empty folder that is there until the test ends. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-git-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What became of something that may be refused. */
export interface ClientOutcome {
  readonly ok: boolean;
  /** What the client said, without colours. */
  readonly said: string;
}

/** How to clone. */
export interface CloneWish {
  readonly depth?: number;
  /** Branch that is checked out; the one of the remote's `HEAD` where it is left out. */
  readonly branch?: string;
}

/** One ref of a push. */
export interface PushedRef {
  /** What stands there here; left out, the ref is deleted there. */
  readonly from?: string;
  /** Whole name there. */
  readonly to: string;
  readonly force?: boolean;
}

/** A repository on this machine, with a working folder. */
export interface LocalRepository {
  readonly folder: string;
  /** Adds objects, and sets refs by their whole names. */
  add(objects: Iterable<GitObject>, refs: Readonly<Record<string, string>>): Promise<void>;
  /** `HEAD`, the branches that the remote had when it was last asked, and all tags; by their names over there. */
  known(): Promise<Readonly<Record<string, string>>>;
  /** The id that a name stands for; undefined where it stands for nothing. */
  resolve(name: string): Promise<string | undefined>;
  /** The objects of some ids, by the id that follows from what was read; what is not there is left out. */
  read(ids: readonly string[]): Promise<ReadonlyMap<string, GitObject>>;
  fetch(repository: TestRepository): Promise<ClientOutcome>;
  /** Fetches a branch, and takes it over. */
  pull(repository: TestRepository, branch: string): Promise<ClientOutcome>;
  /** Pushes refs: at once, where the client can do that. */
  push(repository: TestRepository, ...refs: readonly PushedRef[]): Promise<ClientOutcome>;
}

/** A client of Git, as people use it. */
export interface GitClient {
  readonly name: 'Git' | 'isomorphic-git';
  /** An empty repository that is a clone of nothing. */
  create(): Promise<LocalRepository>;
  /** @throws ConformanceFailure when the client fails */
  clone(repository: TestRepository, wish?: CloneWish): Promise<LocalRepository>;
}
