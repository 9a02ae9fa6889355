import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { isObject } from '../../spec/value-kinds.ts';
import type { App } from '../api/app.ts';
import type { Faults } from '../control/faults/faults.ts';
import type { Replies } from '../engines/models/index.ts';
import type { Credentials } from '../world/credentials.ts';
import type { World } from '../world/world.ts';
import type { AppliedMembers, AppliedSeeds } from './apply-seeds.ts';
import type { SeededState } from './reseed/seeded-state.ts';
import { SeedDocument } from './seed-document.ts';
import type { SeedParts } from './seed-scene.ts';

/** A seed for a mock: data, or a document from a source. */
export type SeedOption = Seed | SeedDocument;

export interface SeedStartParts extends Omit<SeedParts, 'client' | 'credentials'> {
  readonly client: () => Promise<SeedParts['client']>;
  readonly credentials: Pick<Credentials, 'add' | 'added' | 'byToken' | 'remove'>;
  readonly replies: Pick<Replies, 'add' | 'remove'>;
  readonly faults: Pick<Faults, 'put' | 'remove'>;
}

/** Applies seeds to a mock of their own. */
export type ApplyApart = (seeds: readonly SeedOption[]) => Promise<SeedStart>;

/** What a change of seeds has done. */
export interface ReseedOutcome {
  /** Number of records that were added, changed or removed. */
  readonly changed: number;
  /** Whether their repositories differ, which stay as they were at the start. */
  readonly changesRepositories: boolean;
}

/** The initial state of a seeded mock; a reset restores it. */
export class SeedStart {
  readonly #parts: SeedStartParts;
  #documents: readonly SeedDocument[];
  #ready: Promise<void>;
  #state: 'putting' | 'in' | 'refused' = 'putting';
  /** Restores what the first seeds made. Undefined while the initial state is that of an earlier run. */
  #restore: (() => void) | undefined;
  /** What the first seeds made, and what the current ones make; undefined like `#restore`. */
  #first: SeededState | undefined;
  #current: SeededState | undefined;
  /** Changes a world from one to the other. Loaded with the first change. */
  #merge: MergeSeeded | undefined;
  /** Removes the replies and faults of the seeds. */
  #removeControls: () => void = () => {};

  /** @param isRestored whether the world has what an earlier run kept: the seeds then only add controls */
  constructor(parts: SeedStartParts, seeds: readonly SeedOption[], isRestored = false) {
    this.#parts = parts;
    this.#documents = seeds.map((seed) =>
      seed instanceof SeedDocument ? seed : new SeedDocument({ value: seed }),
    );
    this.#ready = this.#begin(isRestored ? () => this.#control() : () => this.#apply());
  }

  /** Resolves once the seeds are applied. Rejects with SeedError if they are invalid. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /** Whether the seeds are being applied, are applied, or were refused. */
  get state(): 'putting' | 'in' | 'refused' {
    return this.#state;
  }

  /** Restores the initial state in a world that was just reset. */
  putBack(): void {
    const [first, current] = [this.#first, this.#current];
    if (this.#restore && first && current) {
      this.#restore();
      if (current !== first) this.#merge?.(this.#parts, first, current, this.#given());
      this.#addControls(current.applied);
    } else {
      this.#parts.world.keeper?.restart();
      this.#ready = this.#begin(() => this.#apply());
    }
  }

  /**
   * Changes the running world to what other seeds make, where they differ from the current ones.
   *
   * @throws SeedError if they were refused; nothing has changed then
   */
  async changeTo(seeds: readonly SeedOption[], applyApart: ApplyApart): Promise<ReseedOutcome> {
    await this.ready;
    const next = await applyApart(seeds);
    const [{ mergeSeeded, withEarlierIds }, { changeObjects }] = await Promise.all([
      import('./reseed/merge-seeded.ts'),
      import('./reseed/change-objects.ts'),
    ]);
    const before = this.#current ?? (await this.#kept(applyApart));
    const made = next.#current;
    if (!made) throw new TypeError('Seeds that are ready have a state');
    this.#merge = mergeSeeded;
    const wanted = withEarlierIds(before, made, next.#given());
    let changed = mergeSeeded(this.#parts, before, wanted, [...this.#given(), ...next.#given()]);
    const differing = (['replies', 'faults'] as const).filter(
      (name) => JSON.stringify(before.applied[name]) !== JSON.stringify(wanted.applied[name]),
    );
    if (differing.length > 0) {
      this.#removeControls();
      this.#addControls(wanted.applied);
    }
    const changesRepositories = getNamespaces(this.#documents) !== getNamespaces(next.#documents);
    this.#documents = next.#documents;
    this.#current = wanted;
    this.#fill(wanted.applied);
    const { buckets } = this.#parts;
    changed += await changeObjects(buckets.store, before.applied.objects, wanted.applied.objects);
    return { changed: changed + differing.length, changesRepositories };
  }

  /** What the current seeds make, with the ids that an earlier run has kept. */
  async #kept(applyApart: ApplyApart): Promise<SeededState> {
    const [{ withEarlierIds }, { getSeededState }] = await Promise.all([
      import('./reseed/merge-seeded.ts'),
      import('./reseed/seeded-state.ts'),
    ]);
    const made = (await applyApart(this.#documents)).#current;
    if (!made) throw new TypeError('Seeds that are ready have a state');
    const { world, credentials } = this.#parts;
    return withEarlierIds(getSeededState(world, credentials, made.applied), made, this.#given());
  }

  #given(): readonly unknown[] {
    return this.#documents.map(({ value }) => value);
  }

  #begin(work: () => Promise<void>): Promise<void> {
    this.#state = 'putting';
    const ready = work().then(
      () => {
        this.#state = 'in';
      },
      (error: unknown) => {
        this.#state = 'refused';
        throw error;
      },
    );
    // Each request reports the error.
    ready.catch(() => {});
    return ready;
  }

  async #apply(): Promise<void> {
    const { world, credentials } = this.#parts;
    const [applied, { getSeededState }] = await Promise.all([
      this.#applied('all'),
      import('./reseed/seeded-state.ts'),
    ]);
    this.#fill(applied);
    forgetTraces(world);
    this.#addControls(applied);
    this.#restore = getStart(world, applied);
    this.#first = getSeededState(world, credentials, applied);
    this.#current = this.#first;
    world.keeper?.begin();
  }

  /** Applies only what no run keeps. */
  async #control(): Promise<void> {
    this.#addControls(await this.#applied('controls'));
    forgetTraces(this.#parts.world);
  }

  async #applied(what: AppliedMembers): Promise<AppliedSeeds> {
    const { client, replies: _, faults: __, ...parts } = this.#parts;
    const { applySeeds } = await import('./apply-seeds.ts');
    return applySeeds({ ...parts, client: await client() }, this.#documents, what);
  }

  /** Sets what buckets have after a reset: those in memory have first what the first seeds made. */
  #fill({ objects }: AppliedSeeds): void {
    const first = this.#first?.applied.objects ?? [];
    this.#parts.buckets.fillWith(async (getStore) => {
      const { fillBuckets } = await import('./seeded-objects.ts');
      await fillBuckets(getStore, objects, first);
    });
  }

  #addControls({ replies: wanted, faults: injected }: AppliedSeeds): void {
    const { replies, faults } = this.#parts;
    const replyIds = wanted.length > 0 ? replies.add(...wanted) : [];
    // The latest matching fault applies, so add them in reverse order.
    const faultIds = injected.toReversed().map((fault) => faults.put(fault).id);
    this.#removeControls = () => {
      for (const id of replyIds) replies.remove(id);
      for (const id of faultIds) faults.remove(id);
    };
  }
}

type MergeSeeded = typeof import('./reseed/merge-seeded.ts').mergeSeeded;

/** The repositories in seeds, as text. */
function getNamespaces(documents: readonly SeedDocument[]): string {
  return JSON.stringify(
    documents.map(({ value }) => {
      if (!isObject(value)) return [];
      const { accounts } = value;
      return [value, ...(Array.isArray(accounts) ? accounts : [])].map((one) => one?.namespaces);
    }),
  );
}

/** Applying the seeds is no user's request. */
function forgetTraces(world: World): void {
  world.journal.clear();
  world.rays.reset();
}

/** Captures the initial state; the returned function restores it in a world that was just reset. */
function getStart(world: World, applied: AppliedSeeds): () => void {
  const restore = world.snapshot();
  const accounts = world.accounts.list();
  const continueIds = world.ids.mark();
  const { signals, clock, gatewayConditions } = world;
  const stoodAt = clock.frozen ? clock.now() : undefined;
  const { words, fault } = gatewayConditions;
  return () => {
    restore();
    for (const { id, clock: own } of accounts) {
      own.release();
      const at = applied.stoodAt.get(id);
      if (at !== undefined) own.freeze(at);
    }
    continueIds();
    world.signals = signals;
    Object.assign(gatewayConditions, { words, fault });
    if (stoodAt !== undefined) clock.freeze(stoodAt);
  };
}

/**
 * Answers requests once the seeds are applied. Until then requests wait; if the seeds are refused, each request fails.
 */
export function afterSeeds(start: SeedStart | undefined, fetch: App['fetch']): App['fetch'] {
  if (!start) return fetch;
  return (request, peer) =>
    start.state === 'in' ? fetch(request, peer) : start.ready.then(() => fetch(request, peer));
}
