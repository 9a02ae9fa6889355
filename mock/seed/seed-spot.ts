import { ApiError } from '../../spec/errors.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { SeedDocument } from './seed-document.ts';
import { Dependent, SeedFault } from './seed-fault.ts';
import type { SeedPath } from './seed-problem.ts';
import { pathOf, type SeedScene } from './seed-scene.ts';

/** A place of a document that is being put in: what is refused there is noted with it. */
export class SeedSpot {
  readonly scene: SeedScene;
  readonly document: SeedDocument;
  readonly #path: SeedPath;

  constructor(scene: SeedScene, document: SeedDocument, path: SeedPath = []) {
    this.scene = scene;
    this.document = document;
    this.#path = path;
  }

  /** A place below this one. */
  at(...path: SeedPath): SeedSpot {
    return new SeedSpot(this.scene, this.document, [...this.#path, ...path]);
  }

  /**
   * Puts in what is written here. When that is refused, it is noted, and the rest goes on, so that all that is wrong
   * is said at once.
   *
   * @returns what the work returns; nothing where it was refused
   */
  async put<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Dependent) return undefined;
      if (!(error instanceof TouchstoneError)) throw error;
      this.at(...placeIn(error)).note(error.message);
      return undefined;
    }
  }

  /** Puts in the items of a list, one after another. */
  async each<T>(
    member: string,
    items: readonly T[] | undefined,
    work: (item: T, spot: SeedSpot) => unknown,
  ): Promise<void> {
    for (const [index, item] of (items ?? []).entries()) {
      const spot = this.at(member, index);
      await spot.put(() => work(item, spot));
    }
  }

  note(message: string): void {
    const { name: file, placeOf } = this.document;
    this.scene.problems.push({ file, ...placeOf(this.#path), path: this.#path, message });
  }
}

/** Where in a part something is wrong, as far as an error says it. */
function placeIn(error: TouchstoneError): SeedPath {
  if (error instanceof SeedFault) return error.path;
  return error instanceof ApiError ? pathOf(error.pointer) : [];
}
