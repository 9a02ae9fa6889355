import type { ObjectId } from '../object-id.ts';

/** What is known of the links of a pack. */
export interface PackLinks {
  /** Objects of the pack that none of its objects links to. */
  tops(): Iterable<ObjectId>;
  /** Whether an object of the pack links to this one. */
  linksTo(id: ObjectId): boolean;
}

/**
 * The objects of a repository that no other links to. Who wants all of them gets all there is, and nothing has to be
 * walked through: whatever was not reached from them would have one above it that is not reached either, and in the end
 * one that nothing links to.
 */
export class Tops {
  /** Nothing once there is a pack of which they are not known. */
  #open: Set<ObjectId> | undefined;

  /** @param isEmpty whether the repository has no objects yet */
  constructor(isEmpty: boolean) {
    this.#open = isEmpty ? new Set() : undefined;
  }

  /** Adds a pack whose objects link to what it has and what was there before. */
  add(links: PackLinks | undefined): void {
    const open = this.#open;
    if (open === undefined) return;
    if (links === undefined) {
      this.#open = undefined;
      return;
    }
    for (const id of open) if (links.linksTo(id)) open.delete(id);
    for (const id of links.tops()) open.add(id);
  }

  /** Whether it is known that these reach all objects. */
  areReachedFrom(ids: Iterable<ObjectId>): boolean {
    return this.#open?.isSubsetOf(new Set(ids)) ?? false;
  }
}
