import { TouchstoneError } from '../../spec/touchstone-error.ts';

/** A path in a seed: names of members and indexes of items, from the top. */
export type SeedPath = readonly (string | number)[];

/** A problem with a seed. */
export interface SeedProblem {
  readonly path: SeedPath;
  /** What is wrong, and what would be right. */
  readonly message: string;
}

/** A problem with its location. */
export interface PlacedProblem extends SeedProblem {
  /** Name of the file, if the seed is from one. */
  readonly file?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** From 1. */
  readonly column?: number | undefined;
}

/** Thrown for invalid seeds: none of their contents is added then. */
export class SeedError extends TouchstoneError {
  /** All problems. */
  readonly problems: readonly PlacedProblem[];

  constructor(problems: readonly PlacedProblem[]) {
    super('seed-invalid', problems.map(getLine).join('\n'));
    this.problems = problems;
  }
}

/**
 * Formats a path.
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

/** Formats a problem, `seed.yaml:3:5: zones[0].name: is missing`, and indents its further lines. */
function getLine({ file, line, column, path, message }: PlacedProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const text = message.trimEnd().replaceAll('\n', '\n    ');
  return [place, pathText(path), text].filter((part) => part !== '').join(': ');
}

/** Thrown for an invalid part of a seed. */
export class SeedFault extends TouchstoneError {
  /** Path within that part. */
  readonly path: SeedPath;

  constructor(message: string, path: SeedPath = [], options?: ErrorOptions) {
    super('seed-fault', message, options);
    this.path = path;
  }
}

/** Thrown for a part of a seed that needs a refused part; only the refused part is reported. */
export class Dependent extends TouchstoneError {
  constructor() {
    super('seed-dependent', 'it needs a part of the seed that was refused');
  }
}
