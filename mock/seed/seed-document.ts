import type { SeedPath } from './seed-problem.ts';

/** Line and column of a member or an item. */
export interface SeedPlace {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Parts of a seed document. */
export interface SeedDocumentParts {
  /** The unchecked value. */
  readonly value: unknown;
  /** Its name in messages. */
  readonly name?: string | undefined;
  /** Finds where a path of the value is written, or its nearest parent. */
  readonly getPlace?: ((path: SeedPath) => SeedPlace | undefined) | undefined;
  /**
   * Reads a file that the seed names.
   *
   * @throws an error that is reported at that place
   */
  readonly readFile?: ((path: string) => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}

/** A seed from a source, so that errors can name the place in it. */
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
