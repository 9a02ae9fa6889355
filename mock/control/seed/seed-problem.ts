import { TouchstoneError } from '../../../spec/touchstone-error.ts';

/** A place in a seed: names of members and numbers of items, from the top. */
export type SeedPath = readonly (string | number)[];

/** Something that is wrong with a seed. */
export interface SeedProblem {
  readonly path: SeedPath;
  /** What is wrong, and what would be right. */
  readonly message: string;
}

/** A problem with where it is. */
export interface PlacedProblem extends SeedProblem {
  /** Name of the file, where the seed is from one. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** From 1. */
  readonly column?: number | undefined;
}

/** Thrown for seeds that can't be: nothing of them is there then. */
export class SeedError extends TouchstoneError {
  /** All that is wrong. */
  readonly problems: readonly PlacedProblem[];

  constructor(problems: readonly PlacedProblem[]) {
    super('seed-invalid', problems.map(getLine).join('\n'));
    this.problems = problems;
  }
}

/**
 * A path as people write it.
 *
 * @example
 * pathText(['zones', 0, 'settings']) // 'zones[0].settings'
 */
export function pathText(path: SeedPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[\w$-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}

/** `seed.yaml:3:5: zones[0].name: is missing`; what has more lines goes on further in. */
function getLine({ file, line, column, path, message }: PlacedProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const text = message.trimEnd().replaceAll('\n', '\n    ');
  return [place, pathText(path), text].filter((part) => part !== '').join(': ');
}

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
