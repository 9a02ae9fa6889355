import { gitLimits } from '../../../../spec/engine-limits.ts';
import { GitError } from '../git-error.ts';
import { objectTypes } from '../object-id.ts';

/** Size of a pack's header, and of the SHA-1 at its end. */
export const PACK_HEAD_BYTES = 12;

export const TRAILER_BYTES = 20;

const SIGNATURE = 0x5041434b; // PACK

/**
 * The object count in a pack's header.
 *
 * @param bytes the first twelve bytes of the pack
 * @throws GitError `bad-pack`, `too-large`
 */
export function readPackHead(bytes: Uint8Array, limits: PackLimits): number {
  if (bytes.length < PACK_HEAD_BYTES) throw new GitError('bad-pack', 'early EOF');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== SIGNATURE) throw new GitError('bad-pack', 'pack signature mismatch');
  const version = view.getUint32(4);
  if (version !== 2 && version !== 3) throw new GitError('bad-pack', `pack version ${version} unsupported`);
  const count = view.getUint32(8);
  if (count > limits.packObjects)
    throw new GitError(
      'too-large',
      `pack says it has ${count} objects; at most ${limits.packObjects} are allowed`,
    );
  return count;
}

/** The first twelve bytes of a pack. */
export function packHead(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PACK_HEAD_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, SIGNATURE);
  view.setUint32(4, 2);
  view.setUint32(8, count);
  return bytes;
}

/** Type numbers of the two kinds of deltas in packs. */
export const OFS_DELTA = 6;

export const REF_DELTA = 7;

/** Maximum size of an entry's head: eight bytes for the size, and the id of a base. */
export const HEAD_BYTES = 28;

/**
 * Parses heads of entries. The last one is in its fields, since a pack may have millions.
 *
 * @example
 * head.read(bytes, 12);
 * inflate(bytes, 12 + head.length, head.size);
 */
export class EntryHead {
  /** 1 to 4, 6 or 7. */
  kind = 0;
  /** Inflated size. */
  size = 0;
  /** Size of the head, including the offset of the base. */
  length = 0;
  /** Distance from the entry back to its base, for kind 6. */
  distance = 0;

  /**
   * @throws RangeError when the bytes end before the head does
   * @throws GitError `bad-pack`
   */
  read(bytes: Uint8Array, offset: number): void {
    let at = offset;
    let byte = need(bytes, at++);
    this.kind = (byte >> 4) & 7;
    if (this.kind === 0 || this.kind === 5)
      throw new GitError('bad-pack', `pack has an object of the unknown type ${this.kind}`);
    this.size = byte & 15;
    for (let factor = 16; byte & 0x80; factor *= 128) {
      if (at - offset > 7) throw new GitError('bad-pack', 'pack has an object with an unterminated size');
      byte = need(bytes, at++);
      this.size += (byte & 0x7f) * factor;
    }
    this.distance = 0;
    if (this.kind === OFS_DELTA) {
      const start = at;
      byte = need(bytes, at++);
      this.distance = byte & 0x7f;
      while (byte & 0x80) {
        if (at - start > 6) throw new GitError('bad-pack', 'pack has a delta with a base out of bounds');
        byte = need(bytes, at++);
        this.distance = (this.distance + 1) * 128 + (byte & 0x7f);
      }
    } else if (this.kind === REF_DELTA) {
      at += 20;
      if (at > bytes.length) throw new RangeError('ends in the head of an entry');
    }
    this.length = at - offset;
  }
}

function need(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new RangeError('ends in the head of an entry');
  return byte;
}

/** Writes type and size of an entry; @returns the offset after them */
export function putEntryHead(kind: number, size: number, into: Uint8Array, offset: number): number {
  let at = offset;
  let rest = Math.floor(size / 16);
  let byte = (kind << 4) | (size % 16);
  while (rest > 0) {
    into[at++] = byte | 0x80;
    byte = rest % 128;
    rest = Math.floor(rest / 128);
  }
  into[at++] = byte;
  return at;
}

/** Writes the distance from an entry back to its base; @returns the offset after it */
export function putDistance(distance: number, into: Uint8Array, offset: number): number {
  const groups = [distance % 128];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    groups.push(0x80 | (rest % 128));
  }
  let at = offset;
  for (let n = groups.length - 1; n >= 0; n--) into[at++] = groups[n] ?? 0;
  return at;
}

/** Limits for a received pack, each as in {@link gitLimits}. */
export type PackLimits = Readonly<
  Record<
    | 'packBytes'
    | 'packObjects'
    | 'objectBytes'
    | 'linkingBytes'
    | 'inflationRatio'
    | 'deltaDepth'
    | 'baseCacheBytes',
    number
  >
>;

/**
 * Maximum size of an object.
 *
 * @param kind its type number in packs; a delta may yield any type, so the largest limit applies
 */
export const mostBytes = (kind: number, { objectBytes, linkingBytes }: PackLimits): number =>
  kind === objectTypes.blob || kind >= OFS_DELTA ? objectBytes : Math.min(objectBytes, linkingBytes);

/** Bytes that objects may inflate to regardless of the pack's size. */
const FREE_BYTES = 67_108_864;

export const packLimits: PackLimits = gitLimits;

/** Total of inflated bytes and delta results so far, checked against what the pack's size allows. */
export class InflationBudget {
  readonly #limits: PackLimits;
  #spent = 0;

  constructor(limits: PackLimits) {
    this.#limits = limits;
  }

  /** @returns whether that is still within the limit for a pack of `packBytes` bytes */
  spend(bytes: number, packBytes: number): boolean {
    this.#spent += bytes;
    return this.#spent <= FREE_BYTES + packBytes * this.#limits.inflationRatio;
  }
}
