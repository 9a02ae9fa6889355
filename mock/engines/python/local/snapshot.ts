import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants as zstd, zstdCompress, zstdDecompress } from 'node:zlib';
import { closedCommand } from './closed-process.ts';
import { pyodideFolder, pyodideVersion, sharedBytes } from './pyodide-files.ts';
import { snapshotSettings } from './worker/pyodide.ts';

/** Python source that runs programs; it is part of each snapshot. */
export const readRunner = (): string =>
  readFileSync(join(import.meta.dirname, 'worker', 'runner.py'), 'utf8');

/**
 * The file name of a snapshot: it has the version of Pyodide and a hash of the rest of the snapshot.
 *
 * @param pyodide folder of the package `pyodide`
 */
export function snapshotName(pyodide: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([snapshotSettings, readRunner()]))
    .digest('hex');
  return `python-${pyodideVersion(pyodide)}-${hash.slice(0, 16)}.snapshot`;
}

/**
 * The file of the snapshot that fits this code. It is made on first use, in `node_modules/.cache/touchstone` next to the
 * package `pyodide`.
 *
 * @param signal ends the making
 * @returns undefined if that folder is not writable
 */
export async function keptSnapshot(
  signal: AbortSignal,
  pyodide: string = pyodideFolder(),
): Promise<string | undefined> {
  try {
    const name = snapshotName(pyodide);
    const cache = join(dirname(pyodide), '.cache', 'touchstone');
    const file = join(cache, name);
    if (existsSync(file)) return file;
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return await makeSnapshot(pyodide, file, signal);
  } catch {
    return undefined;
  }
}

/**
 * Makes a snapshot in a process of its own, in which no program ever runs.
 *
 * @param file its folder exists
 * @returns the file, or undefined on failure
 */
export async function makeSnapshot(
  pyodide: string,
  file: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const also = { reads: [dirname(file)], writes: [dirname(file)] };
  const { program, args, env } = closedCommand(
    join(import.meta.dirname, 'snapshot-main.ts'),
    [pyodide, file],
    also,
  );
  await once(spawn(program, args, { env, stdio: 'ignore', signal }), 'exit');
  return existsSync(file) ? file : undefined;
}

/** A snapshot as the bytes of a file: the SHA-256 of the rest, and the compressed memory. */
export async function packSnapshot(snapshot: SharedArrayBuffer): Promise<Uint8Array> {
  const params = { [zstd.ZSTD_c_compressionLevel]: 9 };
  const packed = await promisify(zstdCompress)(new Uint8Array(snapshot), { params });
  return Buffer.concat([sha256(packed), packed]);
}

/** Reads the output of `packSnapshot`; undefined if the file is missing or damaged. */
export async function readSnapshot(file: string): Promise<SharedArrayBuffer | undefined> {
  try {
    const content = await readFile(file);
    const packed = content.subarray(32);
    if (!sha256(packed).equals(content.subarray(0, 32))) return undefined;
    return sharedBytes(await promisify(zstdDecompress)(packed));
  } catch {
    return undefined;
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
