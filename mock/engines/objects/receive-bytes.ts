import { startHash } from '#object-hashes';
import { objectLimits } from '../../../spec/engine-limits.ts';
import type { Extent } from './byte-range.ts';
import type { HashName } from './hashes/object-hashes.ts';
import { ChecksumError, ObjectError } from './object-error.ts';
import type { ObjectStorage, Segment } from './object-record.ts';

/** Bytes to be kept: all of them, or as they come and how many there will be. */
export type ObjectBytes = Uint8Array | { readonly pieces: AsyncIterable<Uint8Array>; readonly size: number };

/** A checksum that the bytes are to have, in hexadecimal digits. */
export interface Checksum {
  readonly algorithm: HashName;
  readonly digits: string;
}

interface ReceivedBytes {
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

/** Blobs of a storage, each kept as long as somebody reads it. */
export class BlobKeeper {
  readonly #storage: ObjectStorage;
  /** How many read each blob that is read. */
  readonly #readers = new Map<string, number>();
  /** Blobs that nobody may begin to read, and that go with their last reader. */
  readonly #dropped = new Set<string>();

  constructor(storage: ObjectStorage) {
    this.#storage = storage;
  }

  /**
   * Bytes of the segments, one after another, as they are asked for. What is dropped later is read to its end; until
   * the stream ends or is cancelled its blobs are there.
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

  /** Lets go of blobs as soon as nobody reads them. */
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

/** What of each segment is in an extent of all of them. */
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
