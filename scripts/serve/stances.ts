import { readFile } from 'node:fs/promises';
import { checkStances } from '../../spec/stances/check-stances.ts';
import type { Stances } from '../../spec/stances/index.ts';
import { ServeOptionError } from './options.ts';

/**
 * Reads a file of stances, as `conform stances --write` makes it.
 *
 * @throws ServeOptionError in one line with the file, the name that is wrong, and what was probably meant
 */
export async function readStances(file: string): Promise<Stances> {
  try {
    return checkStances(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new ServeOptionError('serve-option', `${file}: ${reason}`, { cause });
  }
}
