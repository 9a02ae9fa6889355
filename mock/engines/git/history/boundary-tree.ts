import type { TreeCursor } from '../objects/read-objects.ts';
import type { ObjectTable } from './object-table.ts';

/**
 * A path in the trees of commits that a client has, opened when a tree to be sent has the same path: what stands there
 * is then known to be there. So only the paths that changed are looked at.
 */
export class BoundaryTree {
  readonly #trees = new Set<number>();
  #children: Map<string, BoundaryTree> | undefined;

  /** Adds a tree that stands at this path. */
  add(tree: number): void {
    this.#trees.add(tree);
  }

  /** What stands at a path below this one, once it is opened. */
  child(name: string): BoundaryTree | undefined {
    return this.#children?.get(name);
  }

  /** Sets the mark on all that stands in the trees of this path. */
  open(table: ObjectTable, mark: number, read: (tree: number) => TreeCursor): void {
    if (this.#children) return;
    this.#children = new Map();
    for (const tree of this.#trees) {
      const cursor = read(tree);
      while (cursor.next()) {
        if (cursor.kind === 'commit') continue;
        const number = table.add(cursor.data, cursor.link);
        table.flags[number] = (table.flags[number] ?? 0) | mark;
        if (cursor.kind === 'tree') this.#below(cursor.name).add(number);
      }
    }
  }

  #below(name: string): BoundaryTree {
    const known = this.#children?.get(name);
    if (known) return known;
    const child = new BoundaryTree();
    this.#children?.set(name, child);
    return child;
  }
}
