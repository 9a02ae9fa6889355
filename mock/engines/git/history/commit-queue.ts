import type { CommitGraph } from './commit-graph.ts';

/** Commits to look at, the newest first; of the same date the one that was added first. A binary heap. */
export class CommitQueue {
  readonly #graph: CommitGraph;
  readonly #commits: number[] = [];
  readonly #dates: number[] = [];
  readonly #turns: number[] = [];
  #turn = 0;

  constructor(graph: CommitGraph) {
    this.#graph = graph;
  }

  get size(): number {
    return this.#commits.length;
  }

  /** Date of the newest; of nothing, the end of the past. */
  get newest(): number {
    return this.#dates[0] ?? Number.NEGATIVE_INFINITY;
  }

  add(commit: number): void {
    let at = this.#commits.length;
    const date = this.#graph.dateOf(commit);
    const turn = this.#turn;
    this.#turn += 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isLater(above, date, turn)) break;
      this.#move(above, at);
      at = above;
    }
    this.#put(at, commit, date, turn);
  }

  take(): number | undefined {
    const first = this.#commits[0];
    const commit = this.#commits.pop();
    const date = this.#dates.pop();
    const turn = this.#turns.pop();
    if (commit === undefined || date === undefined || turn === undefined) return undefined;
    const size = this.#commits.length;
    if (size === 0) return commit;
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      if (below >= size) break;
      if (below + 1 < size && this.#isLater(below, this.#date(below + 1), this.#turns[below + 1] ?? 0)) {
        below += 1;
      }
      if (this.#isLater(below, date, turn)) break;
      this.#move(below, at);
      at = below;
    }
    this.#put(at, commit, date, turn);
    return first;
  }

  /** Whether what is at a place has its turn after the other. */
  #isLater(place: number, date: number, turn: number): boolean {
    const own = this.#date(place);
    return own < date || (own === date && (this.#turns[place] ?? 0) > turn);
  }

  #date(place: number): number {
    return this.#dates[place] ?? 0;
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#commits[from] ?? 0, this.#date(from), this.#turns[from] ?? 0);
  }

  #put(place: number, commit: number, date: number, turn: number): void {
    this.#commits[place] = commit;
    this.#dates[place] = date;
    this.#turns[place] = turn;
  }
}
