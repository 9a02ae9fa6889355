import { checkStances, StanceError } from '../../spec/stances/check-stances.ts';
import type { Stances } from '../../spec/stances/index.ts';
import { readJsonFile } from './read-json.ts';

/**
 * Reads a file of stances that `conform stances --write` has written.
 *
 * @throws ServeOptionError in one line with the file, the wrong name and its place, and the closest known one
 */
export async function readStances(file: string): Promise<Stances> {
  const { value, fault } = await readJsonFile(file);
  try {
    return checkStances(value);
  } catch (error) {
    if (!(error instanceof StanceError)) throw error;
    throw fault(error.path, error.message);
  }
}
