import type { ObjectId } from '../object-id.ts';
import { Pace } from '../pace.ts';
import { receivePack } from '../pack/receive-pack.ts';
import { writePack } from '../pack/write-pack.ts';
import type { RepositoryStorage, StoredPack } from '../repository-storage.ts';
import type { GitRepository } from './git-repository.ts';

/** Bytes copied at once. */
const PIECE_BYTES = 1_048_576;

interface CopyOptions {
  /** The only branch to copy, with the objects it needs, without `refs/heads/`. Default: everything. */
  readonly branch?: string | undefined;
}

/** The size of the copy. */
interface CopiedRepository {
  /** Number of objects in the copy; one in several packs counts once. */
  readonly objects: number;
}

/**
 * Copies the current state of a repository, regardless of concurrent pushes. Packs are copied as stored. For a single
 * branch, its objects are put into one pack, also as stored.
 *
 * @param to storage of a new repository, which is destroyed if the copy fails
 * @example
 * const { objects } = await copyRepository(repository, memoryStorage());
 */
export async function copyRepository(
  from: GitRepository,
  to: RepositoryStorage,
  options: CopyOptions = {},
): Promise<CopiedRepository> {
  const { branch } = options;
  const { refs: all, head } = from.at;
  const refs = branch === undefined ? all : onlyBranch(all, branch);
  try {
    const ids = new Set(branch === undefined ? from.objects.ids() : needed(from, refs));
    if (branch === undefined) for (const pack of from.objects.packs) await copyPack(pack, to);
    else if (ids.size > 0) await copyObjects(from, ids, to);
    const changes = [...refs].map(([name, id]) => ({ name, from: undefined, to: id }));
    const shallow = from.shallow.filter((id) => ids.has(id));
    await to.changeRefs(changes, head, shallow);
    return { objects: ids.size };
  } catch (error) {
    await to.destroy();
    throw error;
  }
}

function onlyBranch(refs: ReadonlyMap<string, ObjectId>, branch: string): ReadonlyMap<string, ObjectId> {
  const name = `refs/heads/${branch}`;
  const id = refs.get(name);
  return new Map(id === undefined ? [] : [[name, id]]);
}

const needed = ({ sends }: GitRepository, refs: ReadonlyMap<string, ObjectId>): Iterable<ObjectId> =>
  refs.size === 0 ? [] : sends.send({ wants: [...refs.values()] }).ids();

async function copyPack({ name, bytes, index }: StoredPack, to: RepositoryStorage): Promise<void> {
  const incoming = to.receive();
  const pace = new Pace();
  try {
    for (let at = 0; at < bytes.size; at += PIECE_BYTES) {
      await incoming.write(bytes.slice(at, PIECE_BYTES));
      if (pace.due()) await pace.rest();
    }
    await incoming.keep(name, index);
  } catch (error) {
    await incoming.discard();
    throw error;
  }
}

async function copyObjects(
  { codec, objects }: GitRepository,
  ids: ReadonlySet<ObjectId>,
  to: RepositoryStorage,
): Promise<void> {
  const pieces = writePack(objects, ids, { codec, ofsDelta: true });
  const pack = await receivePack(pieces, { storage: to, codec });
  await pack.incoming.keep(pack.name, pack.index);
}
