import { InterpreterThread, type ThreadSettings } from './interpreter-thread.ts';
import { type KeptSnapshot, readSnapshot } from './kept/snapshot-file.ts';
import type { Snapshot } from './messages.ts';
import {
  hashOf,
  type PyodideFiles,
  type PythonFiles,
  preparedPython,
  preparePython,
  readPyodide,
  textsOf,
} from './python-files.ts';

/** What interpreters start from: the files, and the memory of one that has started. */
export interface Origin {
  readonly files: PythonFiles;
  readonly snapshot: Snapshot;
  readonly product: string;
  /** One that has started from it already. */
  readonly first?: InterpreterThread;
}

export interface OriginSettings extends ThreadSettings {
  /** Where the package `pyodide` is. */
  readonly folder: string;
  /** Where a snapshot was kept. */
  readonly kept?: string | undefined;
}

/** What was kept, where an interpreter starts from that; else it is made. */
export async function originOf(settings: OriginSettings): Promise<Origin> {
  const pyodide = await readPyodide(settings.folder);
  const kept = settings.kept && (await readSnapshot(settings.kept, hashOf(pyodide)));
  return (kept && (await keptOrigin(pyodide, kept, settings))) || makeOrigin(pyodide, settings);
}

/** Starts one of all interpreters with nothing to start from, which takes seconds. */
export async function makeOrigin(pyodide: PyodideFiles, settings: ThreadSettings): Promise<Origin> {
  const files = await preparePython(pyodide);
  const thread = new InterpreterThread(settings);
  try {
    const made = await thread.start(files, undefined);
    if (made.kind !== 'snapshot') throw new TypeError(`a snapshot was asked for, not ${made.kind}`);
    return { files, snapshot: made.snapshot, product: made.product };
  } finally {
    await thread.stop();
  }
}

/** What is worth keeping. */
export const keptOf = ({ files, snapshot, product }: Origin): KeptSnapshot => ({
  snapshot,
  product,
  texts: textsOf(files),
});

/** Where no interpreter starts from what was kept, by whatever it was made on, there is none. */
async function keptOrigin(
  pyodide: PyodideFiles,
  { snapshot, product, texts }: KeptSnapshot,
  settings: ThreadSettings,
): Promise<Origin | undefined> {
  const files = await preparedPython(pyodide, texts);
  const first = new InterpreterThread(settings);
  try {
    await first.start(files, snapshot);
    return { files, snapshot, product, first };
  } catch {
    return undefined;
  }
}
