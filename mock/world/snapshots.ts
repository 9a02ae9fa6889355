import {
  type SnapshotRecord,
  snapshotLimits,
  snapshotNameSchema,
} from '../../spec/services/touchstone/state.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';

/**
 * Thrown for a snapshot that does not exist (`snapshot-unknown`) or can't be taken (`snapshots-full`, `snapshot-name`).
 */
export class SnapshotError extends TouchstoneError {}

export interface SnapshotsParts {
  /** Captures everything; the returned function restores it, any number of times. */
  readonly remember: () => () => void;
  /** The time in RFC 3339. */
  readonly timestamp: () => string;
}

interface Kept extends SnapshotRecord {
  readonly restore: () => void;
}

/**
 * Named snapshots of a world.
 *
 * @example
 * mock.snapshots.take('seeded');
 * // tests
 * mock.snapshots.restore('seeded');
 */
export class Snapshots {
  readonly #parts: SnapshotsParts;
  /** In order of creation. */
  readonly #kept = new Map<string, Kept>();

  constructor(parts: SnapshotsParts) {
    this.#parts = parts;
  }

  /**
   * Captures the world under a name, and replaces an existing snapshot of that name.
   *
   * @throws SnapshotError for an invalid name, and if there are too many
   */
  take(name: string): SnapshotRecord {
    const issue = snapshotNameSchema.safeParse(name).error?.issues[0];
    if (issue) throw new SnapshotError('snapshot-name', `The name of a snapshot ${issue.message}.`);
    if (!this.#kept.has(name) && this.#kept.size >= snapshotLimits.snapshots) {
      const limit = snapshotLimits.snapshots;
      throw new SnapshotError(
        'snapshots-full',
        `There are ${limit} snapshots already: remove one to take another.`,
      );
    }
    const kept = { name, taken_at: this.#parts.timestamp(), restore: this.#parts.remember() };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    return toRecord(kept);
  }

  /** Restores the world. @throws SnapshotError for an unknown name; it lists the known ones */
  restore(name: string): SnapshotRecord {
    const kept = this.#get(name);
    kept.restore();
    return toRecord(kept);
  }

  list(): SnapshotRecord[] {
    return Array.from(this.#kept.values(), toRecord);
  }

  /** Removes a snapshot. @throws SnapshotError for an unknown name */
  remove(name: string): void {
    this.#get(name);
    this.#kept.delete(name);
  }

  /** Removes all snapshots. */
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
