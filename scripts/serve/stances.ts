import { readFile } from 'node:fs/promises';
import { checkStances } from '../../spec/stances/check-stances.ts';
import type { Stances } from '../../spec/stances/index.ts';
import { ServeOptionError } from './options.ts';

/**
 * Reads a file of stances that `conform stances --write` has written.
 *
 * @throws ServeOptionError in one line with the file, the wrong name, and the closest known one
 */
export async function readStances(file: string): Promise<Stances> {
  try {
    return checkStances(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new ServeOptionError('serve-option', `${file}: ${reason}`, { cause });
  }
}
