import type { RecordEntry } from './entry.ts';

/** Storage for recorded answers, by keys of 64 hexadecimal digits. */
export interface RecordStore {
  /** The stored entry, unchecked; undefined if there is none. The caller validates it. */
  get(key: string): Promise<unknown>;
  /**
   * Stores an entry, replacing one with the same key. Must be atomic: two may be stored under one key concurrently, and
   * a reader sees one or the other.
   */
  put(key: string, entry: RecordEntry): Promise<void>;
}

/** A store in memory, for the lifetime of its process. */
export class MemoryStore implements RecordStore {
  /** As text, so that stored entries can't be changed, and invalid ones are detected. */
  readonly #entries = new Map<string, string>();

  get size(): number {
    return this.#entries.size;
  }

  async get(key: string): Promise<unknown> {
    const text = this.#entries.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async put(key: string, entry: RecordEntry): Promise<void> {
    this.#entries.set(key, JSON.stringify(entry));
  }
}
