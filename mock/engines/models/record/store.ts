import type { RecordEntry } from './entry.ts';

/** Where recorded answers are kept, by keys of 64 hexadecimal digits. */
export interface RecordStore {
  /** What is kept, as it was read; undefined when nothing is. The caller checks it. */
  get(key: string): Promise<unknown>;
  /**
   * Keeps an entry in place of one with the same key. Has to be all or nothing: two may be put under one key
   * at a time, and a reader sees one or the other.
   */
  put(key: string, entry: RecordEntry): Promise<void>;
}

/** A store that lasts as long as its process. */
export class MemoryStore implements RecordStore {
  /** As text, so that nobody changes what is kept, and what cannot be kept is found out. */
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
