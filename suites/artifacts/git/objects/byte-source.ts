import { createHash } from 'node:crypto';
import { ConformanceFailure } from '../../../harness/errors.ts';
import { join } from './bytes.ts';

/** Bytes that come in pieces, taken as they are needed. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #next: Uint8Array | undefined;
  #hash = createHash('sha1');

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** Some bytes, as many as are there at once; undefined at the end. What was not needed of them is given back. */
  async some(): Promise<Uint8Array | undefined> {
    const known = this.#next;
    this.#next = undefined;
    if (known) return known;
    for (;;) {
      const { done, value } = await this.#pieces.next();
      if (done) return undefined;
      if (value.length > 0) return value;
    }
  }

  /** Gives back what was not needed of the last bytes. */
  back(bytes: Uint8Array): void {
    this.#next = bytes.length > 0 ? bytes : undefined;
  }

  /** @throws ConformanceFailure when fewer bytes are left */
  async take(size: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    for (let left = size; left > 0; ) {
      const piece = await this.some();
      if (!piece) throw new ConformanceFailure(`The answer ends ${left} bytes too soon`);
      taken.push(piece.subarray(0, left));
      this.back(piece.subarray(left));
      left -= Math.min(left, piece.length);
    }
    const [only] = taken;
    return only && taken.length === 1 ? only : join(...taken);
  }

  /** Counts bytes in for {@link sum}. */
  count(bytes: Uint8Array): Uint8Array {
    this.#hash.update(bytes);
    return bytes;
  }

  /** The SHA-1 of what was counted in. */
  sum(): string {
    return this.#hash.digest('hex');
  }
}
