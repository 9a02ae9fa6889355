import type { GitCodec, Hasher } from '../git-codec.ts';

/** Collects what is written into pieces of one size, and hashes it. */
export class PackOutput {
  /** Bytes written so far. */
  size = 0;
  readonly #pieceBytes: number;
  readonly #hasher: Hasher;
  #piece: Uint8Array;
  #filled = 0;
  #ready: Uint8Array[] = [];

  constructor(codec: GitCodec, pieceBytes: number) {
    this.#pieceBytes = pieceBytes;
    this.#hasher = codec.hasher();
    this.#piece = new Uint8Array(pieceBytes);
  }

  /** Takes bytes; many are not copied, and must not change. */
  write(bytes: Uint8Array): void {
    this.size += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      const left = bytes.length - at;
      if (this.#filled === 0 && left >= this.#pieceBytes) {
        this.#push(bytes.subarray(at, at + this.#pieceBytes));
        at += this.#pieceBytes;
        continue;
      }
      const taken = Math.min(left, this.#pieceBytes - this.#filled);
      this.#piece.set(bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === this.#pieceBytes) this.#flush();
    }
  }

  /** The pieces that are full. */
  take(): readonly Uint8Array[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  /** The rest, with the SHA-1 of all. */
  end(): readonly Uint8Array[] {
    if (this.#filled > 0) this.#push(this.#piece.subarray(0, this.#filled));
    const pieces = [...this.take()];
    const last = pieces.pop() ?? new Uint8Array();
    const joined = new Uint8Array(last.length + 20);
    joined.set(last);
    joined.set(this.#hasher.digest(), last.length);
    if (joined.length <= this.#pieceBytes) return [...pieces, joined];
    return [...pieces, last, joined.subarray(last.length)];
  }

  #flush(): void {
    this.#push(this.#piece);
    this.#piece = new Uint8Array(this.#pieceBytes);
    this.#filled = 0;
  }

  #push(piece: Uint8Array): void {
    this.#hasher.update(piece);
    this.#ready.push(piece);
  }
}
