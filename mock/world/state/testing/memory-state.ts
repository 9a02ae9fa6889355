import type { Change } from '../change.ts';
import { KeptNode } from '../kept-node.ts';
import type { StateHost } from '../state-keeper.ts';

/** A host that stores records as JSON in memory, and fails on demand. */
export class MemoryState implements StateHost {
  readonly kept: KeptNode | undefined;
  readonly starts: number;
  grown = false;
  /** Thrown by the next writes. */
  failure: Error | undefined;
  /** What was written since the last replacement. */
  appended: (readonly Change[])[] = [];
  replaced = 0;
  synced = 0;
  #stored: KeptNode | undefined;

  constructor(kept?: KeptNode, starts = 0) {
    this.kept = kept;
    this.#stored = kept;
    this.starts = starts;
  }

  /** The host that the next start gets. */
  restarted(): MemoryState {
    return new MemoryState(this.#stored, this.starts + 1);
  }

  append(changes: readonly Change[]): void {
    if (this.failure) throw this.failure;
    this.appended.push(changes);
    this.#apply(changes);
  }

  replace(changes: Iterable<Change>): void {
    if (this.failure) throw this.failure;
    this.#stored = undefined;
    this.appended = [];
    this.replaced++;
    this.grown = false;
    this.#apply(changes);
  }

  clear(): void {
    this.replace([]);
  }

  async sync(): Promise<void> {
    this.synced++;
  }

  #apply(changes: Iterable<Change>): void {
    for (const change of changes) {
      this.#stored ??= new KeptNode();
      this.#stored.apply(JSON.parse(JSON.stringify(change)));
    }
  }

  /** The records at a path. */
  at(path: string): unknown[] {
    return [...(this.#stored?.at(path).records.values() ?? [])];
  }
}
