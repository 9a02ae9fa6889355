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

/** The refs of a repository at one moment; a change makes new ones. */
export interface RepositoryRefs {
  /** By their whole names, `refs/heads/main`. */
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** The branch that `HEAD` stands for, whether it is there or not. */
  readonly head: string;
}

/**
 * A repository that is open: its objects, what is known of its history, and its refs. Reading takes what is there at
 * that moment; changes come one after another.
 *
 * @example
 * const repository = await GitRepository.open(memoryStorage(), gitCodec);
 * repository.at.refs.get('refs/heads/main');
 */
export class GitRepository {
  readonly codec: GitCodec;
  readonly storage: RepositoryStorage;
  readonly objects: PackedDatabase;
  /** Commits whose parents are not there: whoever reads the history is told of them. */
  readonly shallow: readonly ObjectId[];
  readonly graph: CommitGraph;
  /** What clones are sent. */
  readonly sends: SendCache;
  /** What has to be wanted by who is to get all there is. */
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

  /** @throws GitError when what is stored is damaged */
  static async open(storage: RepositoryStorage, codec: GitCodec): Promise<GitRepository> {
    const { packs, refs, head, shallow = [] } = await storage.load();
    return new GitRepository(storage, codec, new PackedDatabase(codec, packs), { refs, head }, shallow);
  }

  /** The refs as they are now: a snapshot, which no change alters. */
  get at(): RepositoryRefs {
    return this.#at;
  }

  /** Does something while nobody else changes the repository; what is thrown is passed on and stops nobody. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /**
   * Keeps a pack for good and adds its objects. To be called within `exclusively`.
   *
   * @param links of all that is in the pack, where they are known
   */
  async keep(pack: ReceivedPack, links?: PackLinks): Promise<void> {
    this.objects.add(await pack.incoming.keep(pack.name, pack.index));
    this.tops.add(links);
    this.sends.forget();
  }

  /**
   * Puts packs into one where there are many: each push brings one, and each is looked into for an object. What no ref
   * reaches is kept as well. Whoever reads the packs meanwhile is not disturbed.
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
   * Changes all refs or none, and the branch that `HEAD` stands for where one is named. To be called within
   * `exclusively`, by somebody who has compared the old values.
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
