/** The newest entries of an endless stream, up to a fixed number. */
export class RingBuffer<T> {
  readonly capacity: number;
  #entries: T[] = [];
  /** Where the next entry goes once the buffer is full. */
  #next = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  push(entry: T): void {
    if (this.#entries.length < this.capacity) this.#entries.push(entry);
    else this.#entries[this.#next] = entry;
    this.#next = (this.#next + 1) % this.capacity;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Entries from the newest to the oldest. */
  *newestFirst(): Generator<T> {
    const { length } = this.#entries;
    const newest = length < this.capacity ? length - 1 : (this.#next - 1 + length) % length;
    for (let age = 0; age < length; age++) {
      yield this.#entries[(newest - age + length) % length] as T;
    }
  }

  clear(): void {
    this.#entries = [];
    this.#next = 0;
  }

  /** A copy that later entries do not reach. */
  copy(): RingBuffer<T> {
    const copy = new RingBuffer<T>(this.capacity);
    for (const entry of [...this.newestFirst()].reverse()) copy.push(entry);
    return copy;
  }
}
