import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import type { App } from '../api/app.ts';
import type { Faults } from '../control/faults/faults.ts';
import type { Replies } from '../engines/models/index.ts';
import type { World } from '../world/world.ts';
import type { AppliedMembers, AppliedSeeds } from './apply-seeds.ts';
import { SeedDocument } from './seed-document.ts';
import type { SeedParts } from './seed-scene.ts';

/** A seed for a mock: data, or a document from a source. */
export type SeedOption = Seed | SeedDocument;

export interface SeedStartParts extends Omit<SeedParts, 'client'> {
  readonly client: () => Promise<SeedParts['client']>;
  readonly replies: Pick<Replies, 'add'>;
  readonly faults: Pick<Faults, 'put'>;
}

/** The initial state of a seeded mock; a reset restores it. */
export class SeedStart {
  readonly #parts: SeedStartParts;
  readonly #documents: readonly SeedDocument[];
  #ready: Promise<void>;
  #state: 'putting' | 'in' | 'refused' = 'putting';
  /** Undefined while the initial state is that of an earlier run. */
  #putBack: (() => void) | undefined;

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
    if (this.#putBack) {
      this.#putBack();
    } else {
      this.#parts.world.keeper?.restart();
      this.#ready = this.#begin(() => this.#apply());
    }
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
    const { replies, faults, world, buckets } = this.#parts;
    const [applied, { putObject }] = await Promise.all([this.#applied('all'), import('./seeded-objects.ts')]);
    buckets.fillWith(async (getStore) => {
      for (const object of applied.objects) await putObject(getStore, object);
    });
    this.#putBack = getStart(world, { replies, faults }, applied);
    world.keeper?.begin();
  }

  /** Applies only what no run keeps. */
  async #control(): Promise<void> {
    const { replies, faults, world } = this.#parts;
    addControls({ replies, faults }, await this.#applied('controls'));
    forgetTraces(world);
  }

  async #applied(what: AppliedMembers): Promise<AppliedSeeds> {
    const { client, replies: _, faults: __, ...parts } = this.#parts;
    const { applySeeds } = await import('./apply-seeds.ts');
    return applySeeds({ ...parts, client: await client() }, this.#documents, what);
  }
}

function addControls({ replies, faults }: Controls, applied: AppliedSeeds): void {
  if (applied.replies.length > 0) replies.add(...applied.replies);
  // The latest matching fault applies, so add them in reverse order.
  for (const fault of applied.faults.toReversed()) faults.put(fault);
}

/** Applying the seeds is no user's request. */
function forgetTraces(world: World): void {
  world.journal.clear();
  world.rays.reset();
}

type Controls = Pick<SeedStartParts, 'replies' | 'faults'>;

/** Captures the initial state; the returned function restores it in a world that was just reset. */
function getStart(world: World, controls: Controls, applied: AppliedSeeds): () => void {
  forgetTraces(world);
  addControls(controls, applied);
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
    addControls(controls, applied);
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
