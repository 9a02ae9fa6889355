import { gitLimits } from '../../../../spec/git-limits.ts';
import { GitError } from '../git-error.ts';
import { type PacketMark, packetHead } from './packet.ts';

const encoder = new TextEncoder();
const digits = encoder.encode('0123456789abcdef');
const markLengths: Readonly<Record<PacketMark, number>> = { flush: 0, delim: 1, 'response-end': 2 };

/**
 * Writes packets into one piece of memory that grows: an advertisement of ten thousand refs is ten thousand of them.
 *
 * @example
 * new PacketWriter().line('version 2').mark('flush').bytes(); // 000eversion 2\n0000
 */
export class PacketWriter {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  /** A packet of one line of text, which is ended by a line feed. */
  line(text: string): this {
    return this.text(`${text}\n`);
  }

  /** A packet of text as it is. */
  text(text: string): this {
    // No character has more than three bytes for one code unit.
    this.#makeRoom(packetHead + text.length * 3);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length + packetHead));
    return this.#end(written);
  }

  /** A packet of bytes. */
  data(data: Uint8Array): this {
    this.#makeRoom(packetHead + data.length);
    this.#bytes.set(data, this.#length + packetHead);
    return this.#end(data.length);
  }

  mark(mark: PacketMark): this {
    this.#makeRoom(packetHead);
    putLength(this.#bytes, this.#length, markLengths[mark]);
    this.#length += packetHead;
    return this;
  }

  /** All that was written so far; a part of the memory that is written on. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #end(dataLength: number): this {
    const length = packetHead + dataLength;
    if (length > gitLimits.packetBytes)
      throw new GitError('too-large', 'protocol error: impossibly long line');
    putLength(this.#bytes, this.#length, length);
    this.#length += length;
    return this;
  }

  #makeRoom(room: number): void {
    if (this.#length + room <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + room));
    bytes.set(this.bytes());
    this.#bytes = bytes;
  }
}

/** Writes the length of a packet as its four digits. */
export function putLength(into: Uint8Array, offset: number, length: number): void {
  for (let at = 0; at < packetHead; at++) into[offset + at] = digits[(length >> (12 - at * 4)) & 15] ?? 0;
}
