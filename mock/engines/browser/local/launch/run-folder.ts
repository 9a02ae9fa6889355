import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';

/** A folder of one browser that runs: all that it writes is written here. */
export interface RunFolder extends TemporaryFolder {
  readonly profile: string;
  readonly home: string;
  readonly temporary: string;
  /** Where fontconfig remembers what it found. */
  readonly fontCache: string;
}

export async function makeRunFolder(): Promise<RunFolder> {
  const folder = await makeTemporaryFolder('touchstone-browser-');
  const inside = (name: string) => join(folder.path, name);
  const folders = { profile: inside('p'), home: inside('h'), temporary: inside('t'), fontCache: inside('f') };
  for (const path of Object.values(folders)) await mkdir(path, { mode: 0o700 });
  return { ...folder, ...folders };
}
