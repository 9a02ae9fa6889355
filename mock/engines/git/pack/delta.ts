import { GitError } from '../git-error.ts';

/** The header of a delta. */
interface DeltaSizes {
  readonly baseSize: number;
  readonly resultSize: number;
  /** Offset of its instructions. */
  readonly start: number;
}

/** @throws GitError `bad-delta` */
export function readDeltaSizes(delta: Uint8Array): DeltaSizes {
  const base = sizeAt(delta, 0);
  const result = sizeAt(delta, base.end);
  return { baseSize: base.size, resultSize: result.size, start: result.end };
}

/**
 * Applies a delta to its base.
 *
 * @param limit maximum size of the result
 * @throws GitError `bad-delta` when it is for another base, or is not a delta; `too-large`
 */
export function applyDelta(base: Uint8Array, delta: Uint8Array, limit: number): Uint8Array {
  const { baseSize, resultSize, start } = readDeltaSizes(delta);
  if (baseSize !== base.length)
    throw new GitError('bad-delta', `delta is for a base of ${baseSize} bytes, not of ${base.length}`);
  if (resultSize > limit)
    throw new GitError('too-large', `delta makes ${resultSize} bytes; at most ${limit} are allowed`);
  assertReachable(delta, start, resultSize);
  const result = new Uint8Array(resultSize);
  let to = 0;
  let at = start;
  while (at < delta.length) {
    const op = delta[at++] ?? 0;
    if (op & 0x80) {
      let from = 0;
      let size = 0;
      if (op & 0x01) from = byteAt(delta, at++);
      if (op & 0x02) from |= byteAt(delta, at++) << 8;
      if (op & 0x04) from |= byteAt(delta, at++) << 16;
      if (op & 0x08) from = (from | (byteAt(delta, at++) << 24)) >>> 0;
      if (op & 0x10) size = byteAt(delta, at++);
      if (op & 0x20) size |= byteAt(delta, at++) << 8;
      if (op & 0x40) size |= byteAt(delta, at++) << 16;
      if (size === 0) size = 0x10000;
      if (from + size > base.length) throw bad('copies from beyond its base');
      if (to + size > resultSize) throw bad('makes more than it says');
      copy(base, from, size, result, to);
      to += size;
    } else if (op !== 0) {
      if (at + op > delta.length) throw bad('ends in the middle');
      if (to + op > resultSize) throw bad('makes more than it says');
      copy(delta, at, op, result, to);
      at += op;
      to += op;
    } else throw bad('has the reserved instruction 0');
  }
  if (to !== resultSize) throw bad('makes less than it says');
  return result;
}

const bad = (what: string) => new GitError('bad-delta', `delta ${what}`);

/** Refuses, before any allocation, a size that no delta of this length could yield. */
function assertReachable(delta: Uint8Array, start: number, resultSize: number): void {
  // The shortest copy instruction is one byte, for 64 KiB; the longest copy is four, for 16 MiB.
  if (resultSize > (delta.length - start) * 0x1000000) throw bad('makes less than it says');
}

/** Copies in a loop: a function call would cost more for the few bytes of most instructions. */
function copy(source: Uint8Array, from: number, size: number, target: Uint8Array, to: number): void {
  if (size > 48) target.set(source.subarray(from, from + size), to);
  else for (let n = 0; n < size; n++) target[to + n] = source[from + n] ?? 0;
}

function byteAt(delta: Uint8Array, at: number): number {
  const byte = delta[at];
  if (byte === undefined) throw bad('ends in the middle');
  return byte;
}

/** A size in groups of seven bits, lowest first. More than four gigabytes is never valid. */
function sizeAt(delta: Uint8Array, start: number): { size: number; end: number } {
  let size = 0;
  let factor = 1;
  for (let at = start; ; at++) {
    const byte = byteAt(delta, at);
    size += (byte & 0x7f) * factor;
    if (!(byte & 0x80)) return { size, end: at + 1 };
    factor *= 128;
    if (factor > 2 ** 42) throw bad('has an unterminated size');
  }
}
