import type { GitCodec } from '../git-codec.ts';
import { GitError } from '../git-error.ts';
import { findMissing } from '../history/connectivity.ts';
import type { ObjectId } from '../object-id.ts';
import { checkObject } from '../objects/check-object.ts';
import { parseCommit } from '../objects/read-objects.ts';
import type { PackLimits } from '../pack/pack-format.ts';
import { PackedDatabase } from '../pack/packed-database.ts';
import { type ReceivedPack, receivePack } from '../pack/receive-pack.ts';
import { RefNames, refConflicts } from '../refs/ref-conflicts.ts';
import { isPushableRef } from '../refs/ref-name.ts';
import type { RepositoryStorage } from '../repository-storage.ts';
import { fetchPack } from './fetch-pack.ts';
import { RemoteError, RemoteHttp, type RemoteOptions } from './remote-http.ts';
import { asRemoteError, discover, listRemoteRefs, type RemoteRefs } from './remote-server.ts';

/** What to import. */
export interface ImportSource {
  /** The repository's URL, `https://host/owner/name.git`. */
  readonly url: string;
  /** The only branch to import, without `refs/heads/`. Default: all branches and tags. */
  readonly branch?: string | undefined;
  /** Commits on each path from a ref, at least 1. Default: all. */
  readonly depth?: number | undefined;
}

export interface ImportOptions extends RemoteOptions {
  readonly codec: GitCodec;
  /** Default: as for a push. */
  readonly limits?: PackLimits | undefined;
}

/** What was imported. */
interface ImportedRepository {
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** The ref that `HEAD` of the source points to, if the source names it. */
  readonly head: string | undefined;
  /** Number of objects received. */
  readonly objects: number;
  /** Commits without their parents, for an import with a depth. */
  readonly shallow: readonly ObjectId[];
}

/**
 * Copies a repository from another Git server. Skips refs with invalid names, as Git's client does.
 *
 * @param storage of a new repository, which is destroyed if the import fails
 * @throws RemoteError when the source can't be read or is damaged; the reason of `signal` when it is aborted
 * @example
 * await importRepository(storage, { url: 'https://host/owner/name.git' }, { fetch, codec: gitCodec });
 */
export async function importRepository(
  storage: RepositoryStorage,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportedRepository> {
  const http = new RemoteHttp(source.url, options);
  try {
    const server = await discover(http);
    const list = await listRemoteRefs(server, getPrefixes(source));
    const refs = chooseRefs(list, source);
    const done = { refs, head: list.head };
    if (refs.size === 0) return { ...done, objects: 0, shallow: [] };
    const fetched = await fetchPack(server, { wants: [...refs.values()], depth: source.depth });
    const { codec, limits } = options;
    const inspect = checkObject;
    const pack = await receivePack(fetched.pieces, { storage, codec, limits, inspect });
    const shallow = await keepSound(pack, refs, fetched.shallow, codec);
    const changes = [...refs].map(([name, to]) => ({ name, from: undefined, to }));
    await storage.changeRefs(changes, undefined, shallow);
    return { ...done, objects: pack.count, shallow };
  } catch (error) {
    await storage.destroy();
    throw error instanceof GitError ? asRemoteError(error) : error;
  } finally {
    http.end();
  }
}

const getPrefixes = ({ branch }: ImportSource) =>
  branch === undefined ? ['refs/heads/', 'refs/tags/'] : [`refs/heads/${branch}`];

function chooseRefs({ refs }: RemoteRefs, { branch }: ImportSource): Map<string, ObjectId> {
  if (branch !== undefined) {
    const name = `refs/heads/${branch}`;
    const id = refs.get(name);
    if (id === undefined)
      throw new RemoteError('branch-not-found', `the remote repository has no branch ${branch}`);
    return new Map([[name, id]]);
  }
  const chosen = new Map([...refs].filter(([name]) => isPushableRef(name, false)));
  const changes = [...chosen].map(([name, to]) => ({ name, from: undefined, to }));
  const [conflict] = refConflicts(new RefNames(), changes).values();
  if (conflict !== undefined) throw new RemoteError('damaged', `the remote repository has refs: ${conflict}`);
  return chosen;
}

/** Keeps the received objects once none is missing; @returns their shallow commits */
async function keepSound(
  pack: ReceivedPack,
  refs: ReadonlyMap<string, ObjectId>,
  ends: readonly ObjectId[],
  codec: GitCodec,
): Promise<ObjectId[]> {
  try {
    const shallow = assertSound(pack, refs, ends, codec);
    await pack.incoming.keep(pack.name, pack.index);
    return shallow;
  } catch (error) {
    await pack.incoming.discard();
    throw error;
  }
}

function assertSound(
  pack: ReceivedPack,
  refs: ReadonlyMap<string, ObjectId>,
  ends: readonly ObjectId[],
  codec: GitCodec,
): ObjectId[] {
  const { name, index, incoming } = pack;
  const database = new PackedDatabase(codec, [{ name, index, bytes: incoming.bytes }]);
  const shallow = new Set(ends.filter((id) => database.getType(id) === 'commit'));
  // For a shallow commit, only its tree must exist.
  const trees = [...shallow].flatMap((id) => parseCommit(database.read(id)?.data ?? new Uint8Array()).tree);
  const starts = [...refs.values(), ...trees, ...database.ids()];
  const missing = findMissing(database, starts, (id) => !shallow.has(id));
  if (missing !== undefined)
    throw new RemoteError('damaged', `the remote repository lacks the object ${missing.id}`);
  for (const [ref, id] of refs)
    if (ref.startsWith('refs/heads/') && database.getType(id) !== 'commit')
      throw new RemoteError('damaged', `the remote repository has a branch that is not a commit: ${ref}`);
  return [...shallow];
}
