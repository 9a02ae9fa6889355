import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { bytesOf } from '../changed-parts.ts';
import type { Snapshot } from '../messages.ts';
import type { PythonTexts } from '../python-files.ts';

/** A snapshot, and what it cost to come by it. */
export interface KeptSnapshot {
  readonly snapshot: Snapshot;
  readonly product: string;
  readonly texts: PythonTexts;
}

interface Head extends Pick<KeptSnapshot, 'product' | 'texts'>, Pick<Snapshot, 'parts'> {
  /** The hash of the files of Pyodide that it was made from. */
  readonly pyodide: string;
  /** The head of the snapshot, in Base64. */
  readonly head: string;
}

const lineEnd = 10;
const hashBytes = 32;

/**
 * A snapshot as a file: a line of JSON and the memory, compressed together, behind the hash of that.
 *
 * @param pyodide the hash of the files of Pyodide that it was made from
 * @param level how much work is made of compressing it, from 1 to 22
 */
export async function writeSnapshot(kept: KeptSnapshot, pyodide: string, level: number): Promise<Uint8Array> {
  const { product, texts, snapshot } = kept;
  const { parts, memory } = snapshot;
  const head: Head = { pyodide, product, texts, parts, head: Buffer.from(snapshot.head).toString('base64') };
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), new Uint8Array(memory)]);
  const params = { [constants.ZSTD_c_compressionLevel]: level };
  const packed = await promisify(zstdCompress)(bytes, { params });
  return Buffer.concat([hashOf(packed), packed]);
}

/**
 * Reads what `writeSnapshot` wrote.
 *
 * @param pyodide the hash of the files of Pyodide that are there
 * @returns nothing where there is no such file, where it is damaged, or was made from other files of Pyodide
 */
export async function readSnapshot(file: string, pyodide: string): Promise<KeptSnapshot | undefined> {
  try {
    const content = await readFile(file);
    const packed = content.subarray(hashBytes);
    if (!hashOf(packed).equals(content.subarray(0, hashBytes))) return undefined;
    const bytes: Uint8Array = await promisify(zstdDecompress)(packed);
    const end = bytes.indexOf(lineEnd);
    const head: Head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    const memory = bytes.subarray(end + 1);
    if (head.pyodide !== pyodide || memory.length !== bytesOf(head.parts)) return undefined;
    const { product, texts, parts } = head;
    const snapshot = { head: shared(Buffer.from(head.head, 'base64')), memory: shared(memory), parts };
    return { snapshot, product, texts };
  } catch {
    return undefined;
  }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}
