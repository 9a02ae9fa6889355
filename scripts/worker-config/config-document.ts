import { ServeOptionError } from '../serve-options.ts';

/** Where a member stands: the names and numbers that lead to it. */
export type MemberPath = readonly (string | number)[];

/** What a configuration file says, and where. */
export interface ConfigDocument {
  readonly value: unknown;
  /** The line of a member, from 1; that of what it is missing in, where it is not there. */
  lineOf(path: MemberPath): number;
}

/** A fault in a file, as it is told. */
export function faultAt(file: string, line: number, reason: string, cause?: unknown): ServeOptionError {
  return new ServeOptionError('serve-option', `${file}:${line}: ${reason}`, { cause });
}

/** A member as one names it: `r2_buckets[1].bucket_name`. */
export function nameOf(path: MemberPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? part : `${name}.${part}`;
  }, '');
}
