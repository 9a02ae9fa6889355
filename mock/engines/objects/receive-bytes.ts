import { startHash } from '#object-hashes';
import { objectLimits } from '../../../spec/engine-limits.ts';
import type { Extent } from './byte-range.ts';
import type { HashName } from './hashes/object-hashes.ts';
import { ChecksumError, ObjectError } from './object-error.ts';
import type { ObjectStorage, Segment } from './object-record.ts';

/** Bytes to store: complete, or a stream of known length. */
export type ObjectBytes = Uint8Array | { readonly pieces: AsyncIterable<Uint8Array>; readonly size: number };

/** A required checksum, in hexadecimal. */
export interface Checksum {
  readonly algorithm: HashName;
  readonly digits: string;
}

interface ReceivedBytes {
  /** None without bytes. */
  readonly segments: readonly Segment[];
  readonly size: number;
  /** MD5, and the required one. */
  readonly checksums: { readonly md5: string } & Readonly<Partial<Record<HashName, string>>>;
}

/**
 * Receives bytes into a blob, checking them on arrival; refused bytes leave nothing behind.
 *
 * @throws ObjectError `too-large`, `cut-body`, `bad-checksum`, and errors of the source
 */
export async function receiveBytes(
  storage: ObjectStorage,
  bytes: ObjectBytes,
  checksum?: Checksum,
): Promise<ReceivedBytes> {
  // Not by `instanceof`: under jsdom, which has its own TextEncoder, bytes may be from another realm.
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

const cutBody = (size: number, arrived: string) =>
  new ObjectError('cut-body', `${size} bytes were announced, but ${arrived} arrived.`);

function compare(
  { algorithm, digits }: Checksum,
  digests: Readonly<Partial<Record<HashName, string>>>,
): void {
  const actual = digests[algorithm] ?? '';
  if (actual !== digits.toLowerCase()) throw new ChecksumError(algorithm, digits.toLowerCase(), actual);
}

/** Blobs of a storage, each kept as long as it has readers. */
export class BlobKeeper {
  readonly #storage: ObjectStorage;
  /** Number of readers of each blob in use. */
  readonly #readers = new Map<string, number>();
  /** Blobs closed to new readers, deleted after their last one. */
  readonly #dropped = new Set<string>();

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /**
   * Bytes of the segments, one after another, on demand. Blobs that are dropped meanwhile exist until the stream ends
   * or is cancelled.
   */
  read(segments: readonly Segment[], extent: Extent): ReadableStream<Uint8Array<ArrayBuffer>> {
    const parts = getParts(segments, extent);
    for (const { blob } of parts) this.#readers.set(blob, (this.#readers.get(blob) ?? 0) + 1);
    let isOver = false;
    const over = async () => {
      if (isOver) return;
      isOver = true;
      await Promise.all(parts.map(({ blob }) => this.#leave(blob)));
    };
    const bytes = this.#toBytes(parts);
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await bytes.next();
            if (!done) {
              controller.enqueue(value);
              return;
            }
          } catch (error) {
            await over();
            throw error;
          }
          controller.close();
          await over();
        },
        cancel: async () => {
          await bytes.return(undefined);
          await over();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Deletes blobs once they have no readers. */
  async drop(blobs: Iterable<string>): Promise<void> {
    await Promise.all(
      Array.from(blobs, (blob) => {
        if (!this.#readers.has(blob)) return this.#storage.dropBlob(blob);
        this.#dropped.add(blob);
        return undefined;
      }),
    );
  }

  async *#toBytes(parts: readonly Part[]): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
    for (const { blob, offset, length } of parts) yield* this.#storage.read(blob, offset, length);
    return undefined;
  }

  async #leave(blob: string): Promise<void> {
    const others = (this.#readers.get(blob) ?? 1) - 1;
    if (others > 0) {
      this.#readers.set(blob, others);
      return;
    }
    this.#readers.delete(blob);
    if (this.#dropped.delete(blob)) await this.#storage.dropBlob(blob);
  }
}

interface Part extends Extent {
  readonly blob: string;
}

/** The part of each segment within an extent of all of them. */
function getParts(segments: readonly Segment[], { offset, length }: Extent): readonly Part[] {
  const parts: Part[] = [];
  let start = 0;
  for (const { blob, size } of segments) {
    const from = Math.max(offset - start, 0);
    const to = Math.min(offset + length - start, size);
    if (from < to) parts.push({ blob, offset: from, length: to - from });
    start += size;
  }
  return parts;
}
