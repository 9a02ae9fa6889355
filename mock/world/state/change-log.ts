import { type Change, getPath } from './change.ts';
import type { KeptNode } from './kept-node.ts';

/** Receives a change, and what undoes it in memory if it can't be written. */
export type Note = (change: Change, undo: () => void) => void;

/** Where one part of the world reports its changes. */
export class ChangeLog {
  readonly #note: Note;
  readonly #path: string;

  constructor(note: Note, path = '') {
    this.#note = note;
    this.#path = path;
  }

  /** The log of a part of this part. */
  at(name: string): ChangeLog {
    return new ChangeLog(this.#note, getPath(this.#path, name));
  }

  /** The same log, with something to do after each undone change. */
  afterUndo(then: () => void): ChangeLog {
    const note: Note = (change, undo) => {
      this.#note(change, () => {
        undo();
        then();
      });
    };
    return new ChangeLog(note, this.#path);
  }

  put(id: string, record: unknown, undo: () => void): void {
    this.#note([this.#path, id, record], undo);
  }

  remove(id: string, undo: () => void): void {
    this.#note([this.#path, id], undo);
  }

  /** Reports which records remain, in their order. */
  order(ids: readonly string[], undo: () => void): void {
    this.#note([this.#path, ids], undo);
  }
}

/** A part of the world that a server with `--state` keeps. */
export interface KeptPart {
  /** Reports every later change. */
  keepIn(log: ChangeLog): void;
  /** The changes that make its present records from none. */
  changes(path: string): Iterable<Change>;
  /** Adds kept records to an empty part. */
  load(kept: KeptNode): void;
}

type Parts = Readonly<Record<string, KeptPart>>;

/** Makes one part of several, each kept under its name. */
export function keptParts(parts: Parts): KeptPart {
  const entries = Object.entries(parts);
  return {
    keepIn(log) {
      for (const [name, part] of entries) part.keepIn(log.at(name));
    },
    *changes(path) {
      for (const [name, part] of entries) yield* part.changes(getPath(path, name));
    },
    load(kept) {
      for (const [name, part] of entries) {
        const node = kept.children.get(name);
        if (node) part.load(node);
      }
    },
  };
}
