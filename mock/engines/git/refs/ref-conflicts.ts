import type { RefChange } from '../repository-storage.ts';

/**
 * The changes of a batch that can't be made together, by ref name, with Git's reason. A ref is changed twice, or
 * conflicts with another of the batch or with an existing one that stays. As in Git's transactions, a deleted ref still
 * occupies its name within the batch.
 *
 * @param existing names of the existing refs
 */
export function refConflicts(existing: RefNames, changes: readonly RefChange[]): Map<string, string> {
  const conflicts = new Map<string, string>();
  const batch = new RefNames();
  for (const { name } of changes) {
    if (batch.has(name)) conflicts.set(name, `multiple updates for ref '${name}' not allowed`);
    batch.add(name);
  }
  for (const { name, from, to } of changes) {
    if (to === undefined || from !== undefined || conflicts.has(name)) continue;
    const other = batch.conflictWith(name);
    if (other !== undefined) {
      conflicts.set(name, `cannot process '${other}' and '${name}' at the same time`);
      continue;
    }
    const obstacle = existing.conflictWith(name);
    if (obstacle !== undefined) conflicts.set(name, `'${obstacle}' exists; cannot create '${name}'`);
  }
  return conflicts;
}

/** A folder with names below it. */
interface Folder {
  count: number;
  /** One of these names; it may be deleted already. */
  example: string;
}

/**
 * The names of existing refs, to check a new name for conflicts: `refs/heads/a` excludes `refs/heads/a/b`, as clients
 * keep refs in files and folders.
 */
export class RefNames {
  readonly #names = new Set<string>();
  readonly #folders = new Map<string, Folder>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  add(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.add(name);
    for (const path of getFolders(name)) {
      const folder = this.#folders.get(path);
      if (folder) folder.count++;
      else this.#folders.set(path, { count: 1, example: name });
    }
  }

  delete(name: string): void {
    if (!this.#names.delete(name)) return;
    for (const path of getFolders(name)) {
      const folder = this.#folders.get(path);
      if (folder && --folder.count === 0) this.#folders.delete(path);
    }
  }

  /** The existing name that conflicts with this one: one is a folder of the other. */
  conflictWith(name: string): string | undefined {
    for (const path of getFolders(name)) if (this.#names.has(path)) return path;
    const folder = this.#folders.get(name);
    if (folder === undefined) return undefined;
    if (!this.#names.has(folder.example)) {
      const path = `${name}/`;
      for (const other of this.#names) if (other.startsWith(path)) folder.example = other;
    }
    return folder.example;
  }
}

/** The folders above a name, the shortest first. */
function* getFolders(name: string): Generator<string, void> {
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) yield name.slice(0, at);
}
