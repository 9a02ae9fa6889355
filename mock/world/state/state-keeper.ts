import type { Change } from './change.ts';
import { ChangeLog, type KeptPart } from './change-log.ts';
import type { KeptNode } from './kept-node.ts';

/** Stores the records of a world, for example in a folder. */
export interface StateHost {
  /** What earlier mocks stored; undefined if there is nothing yet. */
  readonly kept: KeptNode | undefined;
  /** Number of mocks that stored something here before: their ids are not used again. */
  readonly starts: number;
  /** Whether so much was appended that the records should be written anew. */
  readonly grown: boolean;
  /**
   * Adds changes. When it returns, they outlive the process.
   *
   * @throws any error; none of the changes is stored then
   */
  append(changes: readonly Change[]): void;
  /**
   * Stores these records in place of all others.
   *
   * @throws any error; the former records are still stored then
   */
  replace(changes: Iterable<Change>): void;
  /** Removes all records, as if nothing had been stored. */
  clear(): void;
  /** Resolves when everything so far outlives a power failure too. */
  sync(): Promise<void>;
}

/**
 * Passes the changes of a world on to its host. Each exchange commits them before it answers, so what was answered is
 * stored; changes that no request made are stored in the next turn of the event loop.
 */
export class StateKeeper {
  readonly #world: KeptPart;
  readonly #host: StateHost;
  #pending: { readonly change: Change; readonly undo: () => void }[] = [];
  /** Whether all records have to be written, as more has changed than `pending` says. */
  #isWhole = false;
  #isActive = false;
  #isUndoing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #failure: unknown;

  constructor(world: KeptPart, host: StateHost) {
    this.#world = world;
    this.#host = host;
    world.keepIn(new ChangeLog((change, undo) => this.#note(change, undo)));
  }

  /** Number of failed commits. An exchange reads it before its work, and passes it on to {@link commit}. */
  get failures(): number {
    return this.#failures;
  }

  /** Stores the present records, and from now on every change. @throws errors of the host */
  begin(): void {
    this.#isActive = true;
    this.#isWhole = true;
    this.commit();
  }

  /** Removes what is stored, and stores nothing until {@link begin}: the world gets its initial contents. */
  restart(): void {
    this.#isActive = false;
    this.#clearPending();
    this.#host.clear();
  }

  /** Stores the changes so far for the last time. */
  end(): void {
    this.tryCommit();
    this.#isActive = false;
    this.#clearPending();
  }

  /** Tells that any number of records has changed, by a reset or a snapshot. */
  noteAll(): void {
    if (!this.#isActive) return;
    this.#isWhole = true;
    this.#pending = [];
    this.#later();
  }

  /**
   * Stores the changes so far. If that fails, they are undone.
   *
   * @param since number of failures before the work: a later one may have undone part of it
   * @throws errors of the host
   */
  commit(since: number = this.#failures): void {
    if (this.#pending.length > 0 || this.#isWhole) {
      try {
        this.#write();
      } catch (error) {
        this.#undo();
        this.#failures++;
        this.#failure = error;
      }
    }
    if (this.#failures > since) throw this.#failure;
  }

  /** Stores the changes so far. If that fails, it tries again later, or with the next {@link commit}. */
  tryCommit(): void {
    if (this.#pending.length === 0 && !this.#isWhole) return;
    try {
      this.#write();
    } catch {
      // Without room for long, writing everything takes less than remembering each change.
      if (this.#pending.length > mostPending) this.noteAll();
      this.#later(retryMs);
    }
  }

  /** Stores the changes so far so that they outlive a power failure. @throws errors of the host */
  async sync(): Promise<void> {
    this.commit();
    if (this.#isActive) await this.#host.sync();
  }

  #note(change: Change, undo: () => void): void {
    if (!this.#isActive || this.#isUndoing) return;
    this.#pending.push({ change, undo });
    if (this.#timer === undefined) this.#later();
  }

  #later(ms = 0): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.tryCommit(), ms);
  }

  #write(): void {
    if (!this.#isActive) return;
    if (this.#isWhole) this.#host.replace(this.#world.changes(''));
    else this.#host.append(this.#pending.map(({ change }) => change));
    this.#isWhole = false;
    this.#clearPending();
    if (!this.#host.grown) return;
    try {
      this.#host.replace(this.#world.changes(''));
    } catch {
      // The records are stored; there is only no room to write them shorter.
    }
  }

  #undo(): void {
    this.#isUndoing = true;
    for (const { undo } of this.#pending.reverse()) undo();
    this.#isUndoing = false;
    this.#clearPending();
  }

  #clearPending(): void {
    this.#pending = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

const retryMs = 1000;
const mostPending = 10_000;
