import { gitLimits } from '../../../../spec/engine-limits.ts';
import { GitError } from '../git-error.ts';

/** A packet without data, which ends or separates other packets: gitprotocol-common, gitprotocol-v2. */
type PacketMark = 'flush' | 'delim' | 'response-end';

/** A pkt-line: its data, or its marker. */
export type Packet = Uint8Array | PacketMark;

/** Bytes of a packet's length prefix, which counts itself. */
export const packetHead = 4;

const marks = ['flush', 'delim', 'response-end'] as const;

const lineFeed = 0x0a;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A packet, and the offset after it. */
interface FoundPacket {
  readonly packet: Packet;
  readonly end: number;
}

/**
 * The packet at `offset`; its data is a view of the source.
 *
 * @returns nothing when the source ends before the packet does
 * @throws GitError `bad-packet` when the length is invalid
 */
export function readPacket(source: Uint8Array, offset: number): FoundPacket | undefined {
  if (source.length - offset < packetHead) return undefined;
  const length = packetLength(source, offset);
  const mark = marks[length];
  if (mark !== undefined) return { packet: mark, end: offset + packetHead };
  const end = offset + length;
  return end > source.length ? undefined : { packet: source.subarray(offset + packetHead, end), end };
}

/**
 * All packets of a source that holds only packets.
 *
 * @throws GitError `bad-packet` when the source ends within one
 */
export function readPackets(source: Uint8Array): Packet[] {
  const packets: Packet[] = [];
  for (let offset = 0; offset < source.length; ) {
    const found = readPacket(source, offset);
    if (found === undefined) throw new GitError('bad-packet', 'the remote end hung up unexpectedly');
    packets.push(found.packet);
    offset = found.end;
  }
  return packets;
}

/**
 * The value of a four-byte length: 0, 1 and 2 are markers; from 4 on it includes these four bytes.
 *
 * @throws GitError `bad-packet` when it is invalid
 */
function packetLength(source: Uint8Array, offset: number): number {
  let length = 0;
  for (let at = offset; at < offset + packetHead; at++) length = length * 16 + hexValue(source[at] ?? 0);
  if (Number.isNaN(length)) {
    const found = JSON.stringify(decoder.decode(source.subarray(offset, offset + packetHead)));
    throw new GitError('bad-packet', `protocol error: bad line length character: ${found.slice(1, -1)}`);
  }
  if ((length >= marks.length && length < packetHead) || length > gitLimits.packetBytes) {
    throw new GitError('bad-packet', `protocol error: bad line length ${length}`);
  }
  return length;
}

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}

/** The text of a packet, without a final line feed; invalid UTF-8 becomes U+FFFD. */
export function packetText(data: Uint8Array): string {
  return decoder.decode(data.at(-1) === lineFeed ? data.subarray(0, -1) : data);
}

const encoder = new TextEncoder();

const digits = encoder.encode('0123456789abcdef');

const markLengths: Readonly<Record<PacketMark, number>> = { flush: 0, delim: 1, 'response-end': 2 };

/**
 * Writes packets into one growing buffer: an advertisement of ten thousand refs has ten thousand packets.
 *
 * @example
 * new PacketWriter().line('version 2').mark('flush').bytes(); // 000eversion 2\n0000
 */
export class PacketWriter {
  #bytes = new Uint8Array(1_024);
  #length = 0;

  /** A packet with one line of text; adds the line feed. */
  line(text: string): this {
    return this.text(`${text}\n`);
  }

  /** A packet with unchanged text. */
  text(text: string): this {
    // A UTF-16 code unit takes at most three bytes.
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

  /** Everything written so far; a view of the buffer, which later writes share. */
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

/** Writes the length of a packet as four digits. */
export function putLength(into: Uint8Array, offset: number, length: number): void {
  for (let at = 0; at < packetHead; at++) into[offset + at] = digits[(length >> (12 - at * 4)) & 15] ?? 0;
}

const nothing = new Uint8Array(0);

/**
 * Reads packets from the pieces of a body as they arrive, and then the pack after them. It keeps at most one piece and
 * one packet.
 *
 * @example
 * const reader = new PacketReader(body);
 * for await (const packet of reader.untilFlush()) ...
 * for await (const piece of reader.rest()) pack.write(piece);
 */
export class PacketReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #limit: number;
  /** The current piece, and the position in it. */
  #piece: Uint8Array = nothing;
  #at = 0;
  #taken = 0;

  /** @param limit total size of all packets */
  constructor(body: AsyncIterable<Uint8Array>, limit: number = gitLimits.requestBytes) {
    this.#pieces = body[Symbol.asyncIterator]();
    this.#limit = limit;
  }

  /**
   * The next packet. If it arrived in one piece, its data is a view of that piece.
   *
   * @returns nothing at the end of the body
   * @throws GitError `bad-packet` when it is invalid or the body ends within it, `too-large` beyond the limit
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
   * The packets up to a flush, which is consumed but not returned; other markers are returned.
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

  /** The rest of the body, piece by piece. */
  async *rest(): AsyncGenerator<Uint8Array, void> {
    do {
      const piece = this.#piece.subarray(this.#at);
      this.#at = this.#piece.length;
      if (piece.length > 0) yield piece;
    } while (await this.#more());
  }

  /** Releases a body that was not read to its end. */
  async cancel(): Promise<void> {
    await this.#pieces.return?.();
  }

  /** This many bytes, or fewer at the end of the body; copied only if they span several pieces. */
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
