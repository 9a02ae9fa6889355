import type { ObjectId } from '../object-id.ts';
import { type CommitGraph, CommitMarks, CommitQueue } from './commit-graph.ts';

const met = 1;
const reaching = 2;
const wanted = 4;

/**
 * Decides when enough is known about a client's objects: once each want reaches a common one. Visits each commit once,
 * regardless of the number of haves, and none older than all common commits.
 */
export class Negotiation {
  readonly #graph: CommitGraph;
  readonly #marks = new CommitMarks();
  readonly #queue: CommitQueue;
  /** Visited commits, by the parents through which they were reached. */
  readonly #children = new Map<number, number[]>();
  readonly #common: ObjectId[] = [];
  #oldest = Number.POSITIVE_INFINITY;
  /** Wanted commits that reach nothing common. */
  #open = 0;

  constructor(graph: CommitGraph, wants: readonly ObjectId[]) {
    this.#graph = graph;
    this.#queue = new CommitQueue(graph);
    for (const id of wants) {
      const commit = this.#getCommit(id);
      // Only commits say anything about older history.
      if (commit === undefined || this.#marks.of(commit) & wanted) continue;
      this.#marks.add(commit, wanted);
      this.#open += 1;
      this.#meet(commit);
    }
  }

  /** The common objects, in the order they were named. */
  get common(): readonly ObjectId[] {
    return this.#common;
  }

  /** Adds a have; returns whether it exists here too. */
  add(have: ObjectId): boolean {
    if (!this.#graph.database.has(have)) return false;
    this.#common.push(have);
    const commit = this.#getCommit(have);
    if (commit === undefined) return true;
    this.#oldest = Math.min(this.#oldest, this.#graph.getDate(commit));
    this.#reach(commit);
    return true;
  }

  /** Whether a pack could be made with little that the client already has. */
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
