import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { PackBytes } from '../../engines/git/repository-storage.ts';

const BLOCK_BYTES = 131_072;
/** Blocks that are held of one file. */
const BLOCKS = 32;

/** Closes the files of removed packs once nobody can read them any more. */
const removed = new FinalizationRegistry<number>((file) => closeSync(file));

/** The bytes of a file, which may grow at its end meanwhile. Opened when they are first read. */
export class FileBytes implements PackBytes {
  size: number;
  readonly #path: string;
  readonly #blocks = new Map<number, Uint8Array>();
  #file: number | undefined;

  /** @param size bytes that are there; else as many as the file has */
  constructor(path: string, size?: number) {
    this.#path = path;
    this.size = size ?? fstatSync(this.#open()).size;
  }

  slice(offset: number, length: number): Uint8Array {
    const end = Math.min(this.size, offset + length);
    if (offset >= end) return new Uint8Array();
    const place = Math.floor(offset / BLOCK_BYTES);
    const start = place * BLOCK_BYTES;
    // What spans blocks, or is in the one that still grows, is read by itself.
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

  /** To be called before the file is removed: who has these bytes goes on reading, and it is closed after the last. */
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
