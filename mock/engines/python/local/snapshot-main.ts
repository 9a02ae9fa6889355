import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { pythonLimits } from '../../../../spec/engine-limits.ts';
import { takeSnapshot } from './interpreter-thread.ts';
import { readPyodide } from './pyodide-files.ts';
import { packSnapshot } from './snapshot.ts';

/** The process that makes a snapshot: it writes the file atomically, and removes older ones next to it. */
const [, , pyodide = '', file = ''] = process.argv;
const folder = dirname(file);
const snapshot = await takeSnapshot(await readPyodide(pyodide), { ...pythonLimits, limits: pythonLimits });
const temporary = join(folder, `${randomUUID()}.new`);
await writeFile(temporary, await packSnapshot(snapshot));
await rename(temporary, file);
for (const name of await readdir(folder)) {
  const path = join(folder, name);
  if (/^python-.*\.snapshot$/.test(name) && path !== file) await rm(path);
}
process.exit();
