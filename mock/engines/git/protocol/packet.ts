import { gitLimits } from '../../../../spec/git-limits.ts';
import { GitError } from '../git-error.ts';

/** A packet that has no data, but ends or parts what stands before it: gitprotocol-common, gitprotocol-v2. */
export type PacketMark = 'flush' | 'delim' | 'response-end';

/** A pkt-line: its data, or what it marks. */
export type Packet = Uint8Array | PacketMark;

/** Bytes of the length that a packet begins with, which counts itself. */
export const packetHead = 4;

const marks = ['flush', 'delim', 'response-end'] as const;
const lineFeed = 0x0a;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A packet, and the offset behind it. */
export interface FoundPacket {
  readonly packet: Packet;
  readonly end: number;
}

/**
 * The packet that begins at `offset`; its data is a part of the source.
 *
 * @returns nothing when the source ends before the packet does
 * @throws GitError `bad-packet` when the length is none that a packet has
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
 * All packets of a source that holds nothing else.
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
 * The length that four bytes say: 0, 1 and 2 are marks, and from 4 on it counts these bytes too.
 *
 * @throws GitError `bad-packet` when it is none
 */
export function packetLength(source: Uint8Array, offset: number): number {
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

/** The text of a packet, without the line feed that may end it; bytes that are no UTF-8 become U+FFFD. */
export function packetText(data: Uint8Array): string {
  return decoder.decode(data.at(-1) === lineFeed ? data.subarray(0, -1) : data);
}
