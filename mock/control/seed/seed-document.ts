import type { SeedPath } from './seed-problem.ts';

/** Where a member or an item is written. */
export interface SeedPlace {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** What a seed document is made of. */
export interface SeedDocumentParts {
  /** What it says, unchecked. */
  readonly value: unknown;
  /** What it is called in messages. */
  readonly name?: string | undefined;
  /** Where a place of the value is written, or what it is missing in. */
  readonly getPlace?: ((path: SeedPath) => SeedPlace | undefined) | undefined;
  /**
   * Reads a file that the seed names.
   *
   * @throws whatever is then said of that place
   */
  readonly readFile?: ((path: string) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}

/** A seed that was read from somewhere, so that what is wrong with it is said with its place. */
export class SeedDocument {
  readonly value: unknown;
  readonly name: string | undefined;
  readonly getPlace: (path: SeedPath) => SeedPlace | undefined;
  readonly readFile: SeedDocumentParts['readFile'];

  constructor({ value, name, getPlace = () => undefined, readFile }: SeedDocumentParts) {
    this.value = value;
    this.name = name;
    this.getPlace = getPlace;
    this.readFile = readFile;
  }
}
