import { gitLimits } from '../../../../spec/git-limits.ts';
import { GitError } from '../git-error.ts';
import { type Packet, packetHead, packetLength, readPacket } from './packet.ts';

const nothing = new Uint8Array(0);

/**
 * Reads packets from the pieces of a body as they arrive, and then what follows them: a pack. No more is kept than
 * one piece and one packet.
 *
 * @example
 * const reader = new PacketReader(body);
 * for await (const packet of reader.untilFlush()) ...
 * for await (const piece of reader.rest()) pack.write(piece);
 */
export class PacketReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #limit: number;
  /** The piece that is read, and how far. */
  #piece: Uint8Array = nothing;
  #at = 0;
  #taken = 0;

  /** @param limit bytes that all packets may have together */
  constructor(body: AsyncIterable<Uint8Array>, limit: number = gitLimits.requestBytes) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#limit = limit;
  }

  /**
   * The packet that is next; where it came in one piece, its data is a part of that.
   *
   * @returns nothing at the end of the body
   * @throws GitError `bad-packet` when it is none or the body ends within it, `too-large` beyond the limit
   */
  async next(): Promise<Packet | undefined> {
    const found = readPacket(this.#piece, this.#at);
    if (found !== undefined) {
      this.#count(found.end - this.#at);
      this.#at = found.end;
      return found.packet;
    }
    const head = await this.#take(packetHead);
    if (head.length === 0) return undefined;
    if (head.length < packetHead) throw hungUp();
    const length = packetLength(head, 0);
    this.#count(Math.max(length, packetHead));
    if (length < packetHead) return readPacket(head, 0)?.packet;
    const data = await this.#take(length - packetHead);
    if (data.length < length - packetHead) throw hungUp();
    return data;
  }

  /**
   * The packets up to a flush, which is taken but not given; other marks are given.
   *
   * @throws GitError `bad-packet` when the body ends before the flush
   */
  async *untilFlush(): AsyncGenerator<Exclude<Packet, 'flush'>, void> {
    for (;;) {
      const packet = await this.next();
      if (packet === undefined) throw hungUp();
      if (packet === 'flush') return;
      yield packet;
    }
  }

  /** What is left of the body, piece by piece. */
  async *rest(): AsyncGenerator<Uint8Array, void> {
    do {
      const piece = this.#piece.subarray(this.#at);
      this.#at = this.#piece.length;
      if (piece.length > 0) yield piece;
    } while (await this.#more());
  }

  /** Lets go of a body that is not read to its end. */
  async cancel(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** As many bytes, or fewer at the end of the body; copied only where they are in several pieces. */
  async #take(length: number): Promise<Uint8Array> {
    if (this.#at + length <= this.#piece.length) {
      this.#at += length;
      return this.#piece.subarray(this.#at - length, this.#at);
    }
    const taken = new Uint8Array(length);
    let filled = 0;
    do {
      const part = this.#piece.subarray(this.#at, this.#at + length - filled);
      taken.set(part, filled);
      filled += part.length;
      this.#at += part.length;
    } while (filled < length && (await this.#more()));
    return taken.subarray(0, filled);
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#pieces.next();
    if (done) return false;
    this.#piece = value;
    this.#at = 0;
    return true;
  }

  #count(bytes: number): void {
    this.#taken += bytes;
    if (this.#taken > this.#limit) {
      throw new GitError('too-large', `request is larger than the limit of ${this.#limit} bytes`);
    }
  }
}

const hungUp = () => new GitError('bad-packet', 'the remote end hung up unexpectedly');
