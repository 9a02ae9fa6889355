import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PackBytes } from '../../engines/git/repository-storage.ts';

const BLOCK_BYTES = 131_072;
/** Number of blocks cached per file. */
const BLOCKS = 32;

/** Closes the files of removed packs once they are unreachable. */
const removed = new FinalizationRegistry<number>((file) => closeSync(file));

/** The bytes of a file, which may grow meanwhile. The first read opens the file. */
export class FileBytes implements PackBytes {
  size: number;
  readonly #path: string;
  readonly #blocks = new Map<number, Uint8Array>();
  #file: number | undefined;

  /** @param size number of bytes; defaults to the size of the file */
  constructor(path: string, size?: number) {
    this.#path = path;
    this.size = size ?? fstatSync(this.#open()).size;
  }

  slice(offset: number, length: number): Uint8Array {
    const end = Math.min(this.size, offset + length);
    if (offset >= end) return new Uint8Array();
    const place = Math.floor(offset / BLOCK_BYTES);
    const start = place * BLOCK_BYTES;
    // Reads a range directly if it spans blocks or is in the block that still grows.
    if (end > start + BLOCK_BYTES || start + BLOCK_BYTES > this.size) return this.#read(offset, end - offset);
    let block = this.#blocks.get(place);
    if (block === undefined) block = this.#read(start, BLOCK_BYTES);
    else this.#blocks.delete(place);
    this.#blocks.set(place, block);
    if (this.#blocks.size > BLOCKS) {
      const [oldest] = this.#blocks.keys();
      if (oldest !== undefined) this.#blocks.delete(oldest);
    }
    return block.subarray(offset - start, end - start);
  }

  /** Call this before the file is removed: its readers may go on, and the file is closed after the last one. */
  outlive(): void {
    removed.register(this, this.#open(), this);
  }

  close(): void {
    removed.unregister(this);
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#blocks.clear();
  }

  #open(): number {
    this.#file ??= openSync(this.#path, 'r');
    return this.#file;
  }

  #read(offset: number, length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    let filled = 0;
    while (filled < length) {
      const got = readSync(this.#open(), bytes, filled, length - filled, offset + filled);
      if (got === 0) break;
      filled += got;
    }
    return bytes.subarray(0, filled);
  }
}
