import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { SeedPath } from './seed-problem.ts';

/** Thrown for a part of a seed that can't be. */
export class SeedFault extends TouchstoneError {
  /** Where in that part. */
  readonly path: SeedPath;

  constructor(message: string, path: SeedPath = [], options?: ErrorOptions) {
    super('seed-fault', message, options);
    this.path = path;
  }
}

/** Thrown for a part of a seed that needs another one, which was refused: that is said once. */
export class Dependent extends TouchstoneError {
  constructor() {
    super('seed-dependent', 'it needs a part of the seed that was refused');
  }
}
