import type { World } from '../../world/world.ts';
import type { AccountRecords, ArtifactsRecords, RepositoryHost } from './repository-host.ts';

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
    const saved = this.#host?.save?.(recordsOf(this.#world));
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
function recordsOf(world: World): ArtifactsRecords {
  const accounts: AccountRecords[] = [];
  for (const { id: account, artifacts } of world.accounts.list()) {
    const repositories = artifacts.repositories.list().filter(({ status }) => status === 'ready');
    const namespaces = artifacts.namespaces.list();
    const tokens = artifacts.tokens.list();
    if (namespaces.length > 0) accounts.push({ account, namespaces, repositories, tokens });
  }
  return { accounts };
}
