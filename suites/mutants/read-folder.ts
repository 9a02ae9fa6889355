import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * What the files of a folder export, in the order of their names. A new file needs no entry anywhere.
 *
 * @param pattern of file names below the folder, which export lists only
 */
export async function readFolder<Item>(folder: string, pattern: string): Promise<Item[]> {
  const files = globSync(pattern, { cwd: folder }).sort();
  const modules = await Promise.all(
    files.map(
      (file): Promise<Readonly<Record<string, readonly Item[]>>> =>
        import(pathToFileURL(join(folder, file)).href),
    ),
  );
  return modules.flatMap((lists) => Object.values(lists).flat());
}
