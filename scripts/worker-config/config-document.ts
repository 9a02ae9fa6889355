import { readFile } from 'node:fs/promises';
import { ServeOptionError } from '../serve-options.ts';

/** Where a member stands: the names and numbers that lead to it. */
export type MemberPath = readonly (string | number)[];

/** What a configuration file says, and where. */
export interface ConfigDocument {
  readonly value: unknown;
  /** The line of a member, from 1; that of what it is missing in, where it is not there. */
  lineOf(path: MemberPath): number;
}

/**
 * Reads a file of JSON, which may have comments and commas at the end of lists, or of TOML.
 *
 * @throws ServeOptionError in one line, with that of the file
 */
export async function readConfigDocument(file: string): Promise<ConfigDocument> {
  const kind = /\.(jsonc?|toml)$/i.exec(file)?.[1]?.toLowerCase();
  if (kind === undefined)
    throw new ServeOptionError('serve-option', `${file}: is neither a .jsonc, a .json nor a .toml file`);
  const text = await readText(file);
  if (kind === 'toml') {
    const { parseTomlDocument } = await import('./toml-document.ts');
    return parseTomlDocument(file, text);
  }
  const { parseJsoncDocument } = await import('./jsonc-document.ts');
  return parseJsoncDocument(file, text);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    const reason = code === 'ENOENT' ? 'is not there' : `can't be read: ${code ?? cause}`;
    throw new ServeOptionError('serve-option', `${file}: ${reason}`, { cause });
  }
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
