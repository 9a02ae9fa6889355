import { startHash } from '#object-hashes';
import { objectLimits } from '../../../spec/engine-limits.ts';
import type { HashName } from './hashes/object-hashes.ts';
import { ChecksumError, ObjectError } from './object-error.ts';
import type { Segment } from './object-record.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Bytes to be kept: all of them, or as they come and how many there will be. */
export type ObjectBytes = Uint8Array | { readonly pieces: AsyncIterable<Uint8Array>; readonly size: number };

/** A checksum that the bytes are to have, in hexadecimal digits. */
export interface Checksum {
  readonly algorithm: HashName;
  readonly digits: string;
}

export interface ReceivedBytes {
  /** None for no bytes. */
  readonly segments: readonly Segment[];
  readonly size: number;
  /** MD5, and the one that was to be had. */
  readonly checksums: { readonly md5: string } & Readonly<Partial<Record<HashName, string>>>;
}

/**
 * Takes bytes into a blob, checked on their way; nothing is left of them when they are not taken.
 *
 * @throws ObjectError `too-large`, `cut-body`, `bad-checksum`, and whatever the source throws
 */
export async function receiveBytes(
  storage: ObjectStorage,
  bytes: ObjectBytes,
  checksum?: Checksum,
): Promise<ReceivedBytes> {
  // Not by its class: under jsdom, which has a TextEncoder of its own, bytes may be of another realm.
  const { pieces, size } = 'pieces' in bytes ? bytes : { pieces: [bytes], size: bytes.length };
  if (size > objectLimits.uploadBytes)
    throw new ObjectError('too-large', `${size} bytes are more than ${objectLimits.uploadBytes}.`);
  const md5 = startHash('md5');
  const other =
    checksum !== undefined && checksum.algorithm !== 'md5' ? startHash(checksum.algorithm) : undefined;
  const blob = storage.receive(size);
  let taken = 0;
  try {
    for await (const piece of pieces) {
      taken += piece.length;
      if (taken > size) throw cutBody(size, 'more');
      md5.update(piece);
      other?.update(piece);
      await blob.write(piece);
    }
    if (taken < size) throw cutBody(size, `only ${taken}`);
    const digests = { md5: md5.digest(), ...(checksum && other && { [checksum.algorithm]: other.digest() }) };
    if (checksum !== undefined) compare(checksum, digests);
    if (size > 0) return { segments: [{ blob: await blob.keep(), size }], size, checksums: digests };
    await blob.discard();
    return { segments: [], size, checksums: digests };
  } catch (error) {
    await blob.discard();
    throw error;
  }
}

const cutBody = (size: number, came: string) =>
  new ObjectError('cut-body', `${size} bytes were to come, and there are ${came}.`);

function compare(
  { algorithm, digits }: Checksum,
  digests: Readonly<Partial<Record<HashName, string>>>,
): void {
  const actual = digests[algorithm] ?? '';
  if (actual !== digits.toLowerCase()) throw new ChecksumError(algorithm, digits.toLowerCase(), actual);
}
