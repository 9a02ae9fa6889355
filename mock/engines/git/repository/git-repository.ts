import { gitLimits } from '../../../../spec/engine-limits.ts';
import type { GitCodec } from '../git-codec.ts';
import { CommitGraph } from '../history/commit-graph.ts';
import { type PackLinks, Tops } from '../history/link-check.ts';
import { SendCache } from '../history/objects-to-send.ts';
import type { ObjectId } from '../object-id.ts';
import { joinPacks, packsToJoin } from '../pack/join-packs.ts';
import { PackedDatabase } from '../pack/packed-database.ts';
import type { ReceivedPack } from '../pack/receive-pack.ts';
import type { RefChange, RepositoryStorage, StoredPack } from '../repository-storage.ts';

/** The refs of a repository at one moment. Each change makes a new value. */
export interface RepositoryRefs {
  /** By full name, `refs/heads/main`. */
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** The branch that `HEAD` points to, whether it exists or not. */
  readonly head: string;
}

/**
 * An open repository: its objects, its commit graph, and its refs. Readers use the state of the moment; changes run one
 * after another.
 *
 * @example
 * const repository = await GitRepository.open(memoryStorage(), gitCodec);
 * repository.at.refs.get('refs/heads/main');
 */
export class GitRepository {
  readonly codec: GitCodec;
  readonly storage: RepositoryStorage;
  readonly objects: PackedDatabase;
  /** Shallow commits: clients that read the history are told about them. */
  readonly shallow: readonly ObjectId[];
  readonly graph: CommitGraph;
  /** What clones are sent. */
  readonly sends: SendCache;
  /** The wants of a client that gets everything. */
  readonly tops: Tops;
  #at: RepositoryRefs;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(
    storage: RepositoryStorage,
    codec: GitCodec,
    objects: PackedDatabase,
    at: RepositoryRefs,
    shallow: readonly ObjectId[],
  ) {
    this.storage = storage;
    this.codec = codec;
    this.objects = objects;
    this.shallow = shallow;
    this.graph = new CommitGraph(objects, shallow);
    this.sends = new SendCache(this.graph);
    this.tops = new Tops(objects.packs.length === 0);
    this.#at = at;
  }

  /** @throws GitError when the stored data is damaged */
  static async open(storage: RepositoryStorage, codec: GitCodec): Promise<GitRepository> {
    const { packs, refs, head, shallow = [] } = await storage.load();
    return new GitRepository(storage, codec, new PackedDatabase(codec, packs), { refs, head }, shallow);
  }

  /** The current refs: a snapshot that no change alters. */
  get at(): RepositoryRefs {
    return this.#at;
  }

  /**
   * Runs a function while the repository is locked against other changes. An error is passed on and does not block
   * later calls.
   */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /**
   * Keeps a pack permanently and adds its objects. Call it within `exclusively`.
   *
   * @param links of all its objects, if known
   */
  async keep(pack: ReceivedPack, links?: PackLinks): Promise<void> {
    this.objects.add(await pack.incoming.keep(pack.name, pack.index));
    this.tops.add(links);
    this.sends.forget();
  }

  /**
   * Joins packs into one if there are many: each push adds one, and a lookup searches them all. Unreachable objects are
   * kept as well. Concurrent readers are not affected.
   */
  async tidy(): Promise<void> {
    if (this.objects.packs.length <= gitLimits.packs) return;
    await this.exclusively(async () => {
      const packs = packsToJoin(this.objects.packs);
      if (packs.length === 0) return;
      const joined = await this.#join(packs);
      const names = new Set(packs.map((pack) => pack.name));
      names.delete(joined.name);
      this.objects.replace(names, joined);
      this.sends.forget();
      await this.storage.removePacks([...names]);
    });
  }

  /**
   * Changes all refs or none, and the target of `HEAD` if given. Call it within `exclusively`, after comparing the old
   * values.
   */
  async changeRefs(changes: readonly RefChange[], head: string = this.#at.head): Promise<void> {
    await this.storage.changeRefs(changes, head);
    const refs = new Map(this.#at.refs);
    for (const { name, to } of changes) {
      if (to === undefined) refs.delete(name);
      else refs.set(name, to);
    }
    this.#at = { refs, head };
  }

  async #join(packs: readonly StoredPack[]): Promise<StoredPack> {
    const incoming = this.storage.receive();
    try {
      const { name, index } = await joinPacks(packs, incoming, this.codec);
      return await incoming.keep(name, index);
    } catch (error) {
      await incoming.discard();
      throw error;
    }
  }
}
