/** A byte of marks for each commit, by its number; the graph may grow while they are set. */
export class CommitMarks {
  #bytes = new Uint8Array(256);

  of(commit: number): number {
    return this.#bytes[commit] ?? 0;
  }

  add(commit: number, marks: number): void {
    if (commit >= this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(commit + 1, this.#bytes.length * 2));
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    this.#bytes[commit] = this.of(commit) | marks;
  }

  remove(commit: number, marks: number): void {
    if (commit < this.#bytes.length) this.#bytes[commit] = this.of(commit) & ~marks;
  }
}
