import { branchRef } from '../../../spec/services/artifacts/limits.ts';
import type { GitRepository, RepositoryRefs } from '../../engines/git/repository/git-repository.ts';
import type { RefChange, RepositoryStorage } from '../../engines/git/repository-storage.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { StoredRepository } from '../../world/artifacts-shelf.ts';
import type { World, WorldPart } from '../../world/world.ts';
import { loadGit } from './load-git.ts';

/** Identifies a repository's storage. */
type Place = Pick<StoredRepository, 'id' | 'defaultBranch'>;

/** An open repository, with its refs at that time. */
interface Opened {
  readonly repository: GitRepository;
  readonly first: RepositoryRefs;
}

/**
 * The open repositories, each opened once. Snapshots of the world restore them by their refs: packs are only ever
 * added, so only refs change.
 */
export class RepositoryRegistry implements WorldPart {
  readonly #world: World;
  readonly #host: RepositoryHost | undefined;
  readonly #opening = new Map<string, Promise<Opened>>();
  /** Ids of all repositories so far, whose storage may still have data. */
  readonly #used = new Set<string>();
  /** Whether a snapshot may restore deleted repositories. */
  #remembered = false;
  /** Work to complete before a repository is opened. */
  #settled: Promise<unknown> = Promise.resolve();
  #opened = new Map<string, Opened>();

  constructor(world: World, host: RepositoryHost | undefined) {
    this.#world = world;
    this.#host = host;
  }

  /** An unused id. */
  newId(): string {
    const { accounts, ids } = this.#world;
    for (;;) {
      const id = ids.base36(16);
      if (this.#used.has(id)) continue;
      if (accounts.list().some(({ artifacts }) => artifacts.repositories.get(id))) continue;
      if (this.#host) this.#used.add(id);
      return id;
    }
  }

  /** @throws GitError when the stored data is damaged */
  async open(place: Place): Promise<GitRepository> {
    await this.#settled;
    const known = this.#opened.get(place.id);
    if (known) return known.repository;
    const opening = this.#opening.get(place.id) ?? this.#load(place);
    return (await opening).repository;
  }

  /** The storage of a new repository. */
  async createStorage({ id, defaultBranch }: Place): Promise<RepositoryStorage> {
    await this.#settled;
    const head = branchRef(defaultBranch);
    return this.#host?.storageFor(id, head) ?? (await loadGit()).memoryStorage(head);
  }

  /** Opens a repository that was created in a storage. */
  adopt(place: Place, storage: RepositoryStorage): Promise<GitRepository> {
    return this.#load(place, storage).then(({ repository }) => repository);
  }

  /** Removes a deleted repository. */
  async remove(place: Place): Promise<void> {
    if (this.#host && this.#remembered) return;
    // One that is being opened would be there again afterwards.
    await this.#opening.get(place.id)?.catch(() => {});
    const opened = this.#opened.get(place.id);
    this.#opened.delete(place.id);
    // Memory is garbage-collected, once no reader and no snapshot refers to it.
    if (!this.#host) return;
    const storage = opened?.repository.storage ?? (await this.createStorage(place));
    const destroy = () => storage.destroy();
    await (opened ? opened.repository.exclusively(destroy) : destroy());
  }

  reset(): void {
    const records = this.#records();
    const forget = this.#host && !this.#remembered ? records : [];
    const opened = this.#opened;
    this.#opened = new Map();
    this.#opening.clear();
    const destroy = async ({ id, defaultBranch }: Place) => {
      const storage =
        opened.get(id)?.repository.storage ?? this.#host?.storageFor(id, branchRef(defaultBranch));
      await storage?.destroy();
    };
    this.#after(async () => {
      await this.#world.keeper?.sync();
      await Promise.all(forget.map(destroy));
    });
  }

  /** Removes the repositories of a deleted account. */
  forget({ artifacts }: AccountTenant): void {
    const places = artifacts.repositories.list();
    if (places.length === 0) return;
    this.#after(async () => {
      await this.#world.keeper?.sync();
      // Not by `createStorage`, which would wait for this.
      for (const { id, defaultBranch } of places) {
        const storage = this.#opened.get(id)?.repository.storage;
        this.#opened.delete(id);
        if (!this.#host || this.#remembered) continue;
        await (storage ?? this.#host.storageFor(id, branchRef(defaultBranch))).destroy();
      }
    });
  }

  snapshot(account?: AccountTenant): () => void {
    this.#remembered = true;
    const isMeant = ([id]: readonly [id: string, ...unknown[]]) =>
      account === undefined || account.artifacts.repositories.get(id) !== undefined;
    const then = new Map(
      [...this.#opened]
        .filter(isMeant)
        .map(([id, opened]) => [id, { opened, refs: opened.repository.at }] as const),
    );
    return () => {
      for (const [id, { opened }] of then) if (!this.#opened.has(id)) this.#opened.set(id, opened);
      if (!this.#host) this.#forgetUnknown();
      const changed = [...this.#opened]
        .filter(isMeant)
        .map(([id, opened]) => putBack(opened.repository, then.get(id)?.refs ?? opened.first));
      this.#after(async () => {
        await Promise.all(changed);
        await this.#world.keeper?.sync();
      });
    };
  }

  /** Drops repositories created after a snapshot. In memory, one that is missing from the snapshot was empty then. */
  #forgetUnknown(): void {
    const known = new Set(this.#records().map(({ id }) => id));
    for (const id of this.#opened.keys()) if (!known.has(id)) this.#opened.delete(id);
  }

  /** Runs work before the next repository is opened; a failure doesn't block later work. */
  #after(work: () => Promise<void>): void {
    this.#settled = this.#settled.then(work).catch((error: unknown) => {
      console.error('touchstone: repositories could not be restored', error);
    });
  }

  #load(place: Place, from?: RepositoryStorage): Promise<Opened> {
    const load = async () => {
      const { GitRepository, gitCodec } = await loadGit();
      const repository = await GitRepository.open(from ?? (await this.createStorage(place)), gitCodec);
      return { repository, first: repository.at };
    };
    const opening = load();
    this.#opening.set(place.id, opening);
    const done = (opened?: Opened) => {
      if (this.#opening.get(place.id) !== opening) return;
      this.#opening.delete(place.id);
      if (opened) this.#opened.set(place.id, opened);
    };
    opening.then(done, (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      console.error(`touchstone: the repository ${place.id} can't be opened: ${why}`);
      done();
    });
    return opening;
  }

  #records(): StoredRepository[] {
    return this.#world.accounts.list().flatMap(({ artifacts }) => artifacts.repositories.list());
  }
}

/** Restores the refs of a repository. */
function putBack(repository: GitRepository, { refs, head }: RepositoryRefs): Promise<void> {
  return repository.exclusively(async () => {
    const now = repository.at.refs;
    const names = new Set([...now.keys(), ...refs.keys()]);
    const changes: RefChange[] = [];
    for (const name of names) {
      const [from, to] = [now.get(name), refs.get(name)];
      if (from !== to) changes.push({ name, from, to });
    }
    if (changes.length > 0 || head !== repository.at.head) await repository.changeRefs(changes, head);
  });
}

/**
 * Stores the contents of repositories: by default in memory, as long as the mock exists. The option `state` of a mock
 * stores their records.
 *
 * @example
 * const host: RepositoryHost = { storageFor: (id, head) => folderStorage(join(folder, id), head) };
 */
export interface RepositoryHost {
  /**
   * The storage of a repository; empty if nothing was stored there.
   *
   * @param repositoryId 16 digits and lower-case letters
   * @param head the target of `HEAD` in a new repository, `refs/heads/main`
   */
  storageFor(repositoryId: string, head: string): RepositoryStorage;
}
