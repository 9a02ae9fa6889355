import { readFile } from 'node:fs/promises';
import { ServeOptionError } from '../serve-options.ts';
import type { ConfigDocument } from './config-document.ts';

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
