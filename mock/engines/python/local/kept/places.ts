import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The engine, below which its code is. */
const engine = dirname(import.meta.dirname);

/** Where the sources have the engine, and `dist` has it. */
const within = ['mock', 'engines', 'python', 'local'];

/** Where the engine is, of the package or of `dist`. */
export const engineIn = (root: string): string => join(root, ...within);

/**
 * Names the code that makes snapshots, and starts from them: other code needs others. Sources are one code, and what is
 * built from them is another one.
 *
 * @param folder that of the engine
 */
export function codeHash(folder: string = engine): string {
  const hash = createHash('sha256');
  for (const part of ['kept', 'worker', '']) {
    for (const name of readdirSync(join(folder, part)).sort()) {
      if (!/\.(ts|js|py)$/.test(name) || /\.(test|d)\.ts$/.test(name)) continue;
      hash.update(`${name} `).update(readFileSync(join(folder, part, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The name of a snapshot.
 *
 * @param pyodide the folder of the package that it is made from
 * @param codes what it fits
 */
export const snapshotName = (pyodide: string, ...codes: readonly string[]): string =>
  `${nameOfVersion(pyodide)}${codes.join('-')}.snapshot`;

/** Whether something has the name of a snapshot. */
export const isSnapshotName = (name: string): boolean => /^python-.*\.snapshot$/.test(name);

/** Where the package has its snapshot. */
export const packedFolder = (dist: string): string => join(engineIn(dist), 'snapshot');

/** Where one is kept that was made later: beside the package `pyodide`, which is in that folder. */
export const keptFolder = (pyodide: string): string => join(dirname(pyodide), '.cache', 'touchstone');

/** The snapshot that fits this code; undefined where none was made yet. */
export function findSnapshot(pyodide: string): string | undefined {
  const root = join(engine, ...within.map(() => '..'));
  const [version, code] = [nameOfVersion(pyodide), codeHash()];
  for (const folder of [packedFolder(root), packedFolder(join(root, 'dist')), keptFolder(pyodide)]) {
    const name = namesIn(folder).find(
      (one) => one.startsWith(version) && isSnapshotName(one) && one.includes(code),
    );
    if (name !== undefined) return join(folder, name);
  }
  return undefined;
}

function nameOfVersion(pyodide: string): string {
  const { version } = JSON.parse(readFileSync(join(pyodide, 'package.json'), 'utf8'));
  return `python-${version}-`;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
