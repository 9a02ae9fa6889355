import { branchRef } from '../../../spec/services/artifacts/limits.ts';
import type { GitRepository, RepositoryRefs } from '../../engines/git/repository/git-repository.ts';
import type { RefChange, RepositoryStorage } from '../../engines/git/repository-storage.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type {
  StoredNamespace,
  StoredRepository,
  StoredRepositoryToken,
} from '../../world/artifacts-shelf.ts';
import type { World, WorldPart } from '../../world/world.ts';
import { loadGit } from './load-git.ts';

/** What names a place to keep a repository in. */
type Place = Pick<StoredRepository, 'id' | 'defaultBranch'>;

/** A repository that is open, and its refs as they were when it was opened. */
interface Opened {
  readonly repository: GitRepository;
  readonly first: RepositoryRefs;
}

/**
 * The repositories that are open, each of them once. They go along with snapshots of the world by their refs: packs
 * are only ever added, so refs are all that has to be put back.
 */
export class RepositoryRegistry implements WorldPart {
  readonly #world: World;
  readonly #keeper: RecordKeeper;
  readonly #host: RepositoryHost | undefined;
  readonly #opening = new Map<string, Promise<Opened>>();
  /** The ids of all repositories there ever were, where something may be left of them. */
  readonly #used = new Set<string>();
  /** Whether somebody may put back what is deleted. */
  #remembered = false;
  /** What has to be over before a repository is handed out. */
  #settled: Promise<unknown> = Promise.resolve();
  #opened = new Map<string, Opened>();

  constructor(world: World, keeper: RecordKeeper, host: RepositoryHost | undefined) {
    this.#world = world;
    this.#keeper = keeper;
    this.#host = host;
  }

  /** An id that no repository has. */
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

  /** @throws GitError when what is kept is damaged */
  async open(place: Place): Promise<GitRepository> {
    await this.#settled;
    const known = this.#opened.get(place.id);
    if (known) return known.repository;
    const opening = this.#opening.get(place.id) ?? this.#load(place);
    return (await opening).repository;
  }

  /** The place of a repository that is about to be made. */
  async createStorage({ id, defaultBranch }: Place): Promise<RepositoryStorage> {
    await this.#settled;
    const head = branchRef(defaultBranch);
    return this.#host?.storageFor(id, head) ?? (await loadGit()).memoryStorage(head);
  }

  /** Opens a repository that was made in its place. */
  adopt(place: Place, storage: RepositoryStorage): Promise<GitRepository> {
    return this.#load(place, storage).then(({ repository }) => repository);
  }

  /** Lets go of a repository that nobody asks for any more. */
  async remove(place: Place): Promise<void> {
    if (this.#host && this.#remembered) return;
    const opened = this.#opened.get(place.id);
    this.#opened.delete(place.id);
    // What is kept in memory goes by itself, once nobody reads it and no snapshot has it any more.
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
      await this.#keeper.save();
      await Promise.all(forget.map(destroy));
    });
  }

  /** Lets go of the repositories of an account that goes. */
  forget({ artifacts }: AccountTenant): void {
    const places = artifacts.repositories.list();
    if (places.length === 0) return;
    this.#after(async () => {
      // Not by `createStorage`, which would wait for this.
      for (const { id, defaultBranch } of places) {
        const storage = this.#opened.get(id)?.repository.storage;
        this.#opened.delete(id);
        if (!this.#host || this.#remembered) continue;
        await (storage ?? this.#host.storageFor(id, branchRef(defaultBranch))).destroy();
      }
      await this.#keeper.save();
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
        await this.#keeper.save();
      });
    };
  }

  /** Lets go of what came after a snapshot; in memory, one that a snapshot has not is one that was empty then. */
  #forgetUnknown(): void {
    const known = new Set(this.#records().map(({ id }) => id));
    for (const id of this.#opened.keys()) if (!known.has(id)) this.#opened.delete(id);
  }

  /** Does something before the next repository is handed out; that it fails stops nobody. */
  #after(work: () => Promise<void>): void {
    this.#settled = this.#settled.then(work).catch((error: unknown) => {
      console.error('touchstone: repositories could not be put back', error);
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

/** Puts the refs of a repository back to how they were. */
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

/** Saves what is known of repositories, one time after another; in between, changes are gathered. */
export class RecordKeeper {
  readonly #world: World;
  readonly #host: RepositoryHost | undefined;
  #running: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(world: World, host: RepositoryHost | undefined) {
    this.#world = world;
    this.#host = host;
    load(world, host?.kept);
  }

  /** Resolved once the records are kept as they are now, or as they are later. */
  save(): Promise<void> {
    if (this.#host?.save === undefined) return Promise.resolve();
    this.#waiting ??= this.#next();
    return this.#waiting;
  }

  async #next(): Promise<void> {
    await this.#running;
    this.#waiting = undefined;
    const saved = this.#host?.save?.(getRecords(this.#world));
    this.#running = (saved ?? Promise.resolve()).catch(() => {});
    await saved;
  }
}

function load(world: World, kept: ArtifactsRecords | undefined): void {
  for (const { account, namespaces, repositories, tokens } of kept?.accounts ?? []) {
    const shelf = world.ensureAccount(account).artifacts;
    shelf.namespaces.put(...namespaces);
    shelf.repositories.put(...repositories);
    shelf.tokens.put(...tokens);
  }
}

/** All records but those of repositories that are still on their way. */
function getRecords(world: World): ArtifactsRecords {
  const accounts: AccountRecords[] = [];
  for (const { id: account, artifacts } of world.accounts.list()) {
    const repositories = artifacts.repositories.list().filter(({ status }) => status === 'ready');
    const namespaces = artifacts.namespaces.list();
    const tokens = artifacts.tokens.list();
    if (namespaces.length > 0) accounts.push({ account, namespaces, repositories, tokens });
  }
  return { accounts };
}

/** What is known of the repositories of one account, beside what Git keeps. */
export interface AccountRecords {
  readonly account: string;
  readonly namespaces: readonly StoredNamespace[];
  readonly repositories: readonly StoredRepository[];
  readonly tokens: readonly StoredRepositoryToken[];
}

/** What is known of all repositories, as plain JSON; tokens by their hash. */
export interface ArtifactsRecords {
  readonly accounts: readonly AccountRecords[];
}

/**
 * Where repositories are kept: by default in memory, as long as the mock is there.
 *
 * @example
 * const host: RepositoryHost = {
 *   storageFor: (id, head) => folderStorage(join(folder, id), head),
 *   kept: JSON.parse(await readFile(file, 'utf8')),
 *   save: (records) => writeFile(file, JSON.stringify(records)),
 * };
 */
export interface RepositoryHost {
  /**
   * The place of a repository, which is empty where nothing was kept there.
   *
   * @param repositoryId 16 digits and lower-case letters
   * @param head the ref that `HEAD` of a new repository stands for, `refs/heads/main`
   */
  storageFor(repositoryId: string, head: string): RepositoryStorage;
  /** What was saved last. */
  readonly kept?: ArtifactsRecords | undefined;
  /** How many mocks saved here before: their ids and tokens are not given again. */
  readonly starts?: number | undefined;
  /**
   * Keeps records for good: a change is answered once this is resolved. It is not called again before that.
   *
   * @throws whatever is then answered as an internal error
   */
  save?(records: ArtifactsRecords): Promise<void>;
}
