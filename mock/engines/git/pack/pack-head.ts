import { GitError } from '../git-error.ts';
import type { PackLimits } from './pack-limits.ts';

/** Bytes before the first entry of a pack, and of the SHA-1 behind the last. */
export const PACK_HEAD_BYTES = 12;
export const TRAILER_BYTES = 20;

const SIGNATURE = 0x5041434b; // PACK

/**
 * How many objects a pack says it has.
 *
 * @param bytes its first twelve
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
      `pack says it has ${count} objects; at most ${limits.packObjects} are taken`,
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
