import type { ObjectId } from '../object-id.ts';
import { type CommitGraph, CommitMarks, CommitQueue } from './commit-graph.ts';

const met = 1;
const reaching = 2;
const wanted = 4;

/**
 * Finds out when enough is known of what a client has: once each want reaches something that both have. Every commit is
 * looked at once, however many haves there are, and none that is older than all that is common.
 */
export class Negotiation {
  readonly #graph: CommitGraph;
  readonly #marks = new CommitMarks();
  readonly #queue: CommitQueue;
  /** Commits met so far, by the parents that they were met through. */
  readonly #children = new Map<number, number[]>();
  readonly #common: ObjectId[] = [];
  #oldest = Number.POSITIVE_INFINITY;
  /** Wanted commits that do not reach anything common. */
  #open = 0;

  constructor(graph: CommitGraph, wants: readonly ObjectId[]) {
    this.#graph = graph;
    this.#queue = new CommitQueue(graph);
    for (const id of wants) {
      const commit = this.#getCommit(id);
      // What is no commit says nothing of what was before it.
      if (commit === undefined || this.#marks.of(commit) & wanted) continue;
      this.#marks.add(commit, wanted);
      this.#open += 1;
      this.#meet(commit);
    }
  }

  /** What both have, in the order it was said. */
  get common(): readonly ObjectId[] {
    return this.#common;
  }

  /** Takes a have, and tells whether it is here too. */
  add(have: ObjectId): boolean {
    if (!this.#graph.database.has(have)) return false;
    this.#common.push(have);
    const commit = this.#getCommit(have);
    if (commit === undefined) return true;
    this.#oldest = Math.min(this.#oldest, this.#graph.getDate(commit));
    this.#reach(commit);
    return true;
  }

  /** Whether a pack could be made that holds little that the client has. */
  isReady(): boolean {
    if (this.#common.length === 0) return false;
    while (this.#open > 0 && this.#queue.newest >= this.#oldest) {
      const commit = this.#queue.take();
      if (commit === undefined) break;
      if (!(this.#marks.of(commit) & reaching)) this.#look(commit);
    }
    return this.#open === 0;
  }

  #look(commit: number): void {
    for (const parent of this.#graph.getParents(commit)) {
      if (this.#marks.of(parent) & reaching) {
        this.#reach(commit);
        return;
      }
      const children = this.#children.get(parent);
      if (children) children.push(commit);
      else this.#children.set(parent, [commit]);
      this.#meet(parent);
    }
  }

  #meet(commit: number): void {
    if (this.#marks.of(commit) & met) return;
    this.#marks.add(commit, met);
    this.#queue.add(commit);
  }

  #reach(commit: number): void {
    const pending = [commit];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#marks.of(next) & reaching) continue;
      this.#marks.add(next, reaching);
      if (this.#marks.of(next) & wanted) this.#open -= 1;
      for (const child of this.#children.get(next) ?? []) pending.push(child);
    }
  }

  #getCommit(id: ObjectId): number | undefined {
    const peeled = this.#graph.peel(id);
    return peeled?.type === 'commit' ? this.#graph.find(peeled.id) : undefined;
  }
}
