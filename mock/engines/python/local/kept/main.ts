import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pythonLimits } from '../../../../../spec/engine-limits.ts';
import { keptOf, makeOrigin } from '../origin.ts';
import { hashOf, readPyodide } from '../python-files.ts';
import { isSnapshotName } from './places.ts';
import { writeSnapshot } from './snapshot-file.ts';

/**
 * The process that makes a snapshot, in which no program ever runs: it may write into one folder. The file is there as
 * a whole or not at all, and others of its kind beside it go.
 */
const [, , pyodide = '', file = '', level = ''] = process.argv;
const folder = dirname(file);
const files = await readPyodide(pyodide);
const origin = await makeOrigin(files, { ...pythonLimits, limits: pythonLimits });
const temporary = join(folder, `${randomUUID()}.new`);
await writeFile(temporary, await writeSnapshot(keptOf(origin), hashOf(files), Number(level)));
await rename(temporary, file);
for (const name of await readdir(folder)) {
  const path = join(folder, name);
  if (isSnapshotName(name) && path !== file) await rm(path);
}
process.exit();
