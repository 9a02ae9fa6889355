import {
  type SnapshotRecord,
  snapshotLimits,
  snapshotNameSchema,
} from '../../spec/services/touchstone/state.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** Thrown for a snapshot that is not there (`snapshot-unknown`) or can't be taken (`snapshots-full`, `snapshot-name`). */
export class SnapshotError extends TouchstoneError {}

export interface SnapshotsParts {
  /** Remembers everything; the function that it returns puts everything back, as often as it is called. */
  readonly remember: () => () => void;
  /** The time as RFC 3339. */
  readonly timestamp: () => string;
}

interface Kept extends SnapshotRecord {
  readonly restore: () => void;
}

/**
 * The world as it was, by names.
 *
 * @example
 * mock.snapshots.take('seeded');
 * // tests
 * mock.snapshots.restore('seeded');
 */
export class Snapshots {
  readonly #parts: SnapshotsParts;
  /** In the order in which they were taken. */
  readonly #kept = new Map<string, Kept>();

  constructor(parts: SnapshotsParts) {
    this.#parts = parts;
  }

  /**
   * Remembers the world as it is now, in place of what the name meant before.
   *
   * @throws SnapshotError for a name that can't be one, and where there are too many
   */
  take(name: string): SnapshotRecord {
    const issue = snapshotNameSchema.safeParse(name).error?.issues[0];
    if (issue) throw new SnapshotError('snapshot-name', `The name of a snapshot ${issue.message}.`);
    if (!this.#kept.has(name) && this.#kept.size >= snapshotLimits.snapshots) {
      const limit = snapshotLimits.snapshots;
      throw new SnapshotError('snapshots-full', `There are ${limit} snapshots: remove one to take another.`);
    }
    const kept = { name, taken_at: this.#parts.timestamp(), restore: this.#parts.remember() };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    return toRecord(kept);
  }

  /** Puts the world back. @throws SnapshotError where there is no snapshot of this name; it names those that there are */
  restore(name: string): SnapshotRecord {
    const kept = this.#get(name);
    kept.restore();
    return toRecord(kept);
  }

  list(): SnapshotRecord[] {
    return Array.from(this.#kept.values(), toRecord);
  }

  /** Forgets a snapshot. @throws SnapshotError where there is none of this name */
  remove(name: string): void {
    this.#get(name);
    this.#kept.delete(name);
  }

  /** Forgets all. */
  clear(): void {
    this.#kept.clear();
  }

  #get(name: string): Kept {
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const names = Array.from(this.#kept.keys(), (known) => JSON.stringify(known)).join(', ');
    const hint = names === '' ? 'none was taken' : `there are ${names}`;
    throw new SnapshotError('snapshot-unknown', `There is no snapshot ${JSON.stringify(name)}: ${hint}.`);
  }
}

function toRecord({ name, taken_at }: Kept): SnapshotRecord {
  return { name, taken_at };
}
