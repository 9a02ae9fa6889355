import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import type { App } from '../api/app.ts';
import type { Faults } from '../control/faults/faults.ts';
import type { Replies } from '../engines/models/index.ts';
import type { World } from '../world/world.ts';
import type { AppliedSeeds } from './apply-seeds.ts';
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
  /** Resolves once the seeds are applied. Rejects with SeedError if they are invalid. */
  readonly ready: Promise<void>;
  readonly #parts: SeedStartParts;
  #state: 'putting' | 'in' | 'refused' = 'putting';
  #putBack: () => void = () => {};

  constructor(parts: SeedStartParts, seeds: readonly SeedOption[]) {
    this.#parts = parts;
    this.ready = this.#apply(seeds);
    // Each request reports the error.
    this.ready.catch(() => {});
  }

  /** Whether the seeds are being applied, are applied, or were refused. */
  get state(): 'putting' | 'in' | 'refused' {
    return this.#state;
  }

  /** Restores the initial state in a world that was just reset. */
  putBack(): void {
    this.#putBack();
  }

  async #apply(seeds: readonly SeedOption[]): Promise<void> {
    const { client, replies, faults, ...parts } = this.#parts;
    const [{ applySeeds }, { putObject }] = await Promise.all([
      import('./apply-seeds.ts'),
      import('./seeded-objects.ts'),
    ]);
    const documents = seeds.map((seed) =>
      seed instanceof SeedDocument ? seed : new SeedDocument({ value: seed }),
    );
    try {
      const applied = await applySeeds({ ...parts, client: await client() }, documents);
      parts.buckets.fillWith(async (getStore) => {
        for (const object of applied.objects) await putObject(getStore, object);
      });
      this.#putBack = getStart(parts.world, { replies, faults }, applied);
      this.#state = 'in';
    } catch (error) {
      this.#state = 'refused';
      throw error;
    }
  }
}

/** Captures the initial state; the returned function restores it in a world that was just reset. */
function getStart(
  world: World,
  { replies, faults }: Pick<SeedStartParts, 'replies' | 'faults'>,
  applied: AppliedSeeds,
): () => void {
  // Applying the seeds is no user's request, so forget its traces.
  world.journal.clear();
  world.rays.reset();
  const addControls = () => {
    if (applied.replies.length > 0) replies.add(...applied.replies);
    // The latest matching fault applies, so add them in reverse order.
    for (const fault of applied.faults.toReversed()) faults.put(fault);
  };
  addControls();
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
    addControls();
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
