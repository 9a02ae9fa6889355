import type { Extent } from './byte-range.ts';
import type { Segment } from './object-record.ts';
import type { ObjectStorage } from './object-storage.ts';

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
    const parts = partsOf(segments, extent);
    for (const { blob } of parts) this.#readers.set(blob, (this.#readers.get(blob) ?? 0) + 1);
    let isOver = false;
    const over = async () => {
      if (isOver) return;
      isOver = true;
      await Promise.all(parts.map(({ blob }) => this.#leave(blob)));
    };
    const bytes = this.#bytesOf(parts);
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

  async *#bytesOf(parts: readonly Part[]): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
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
function partsOf(segments: readonly Segment[], { offset, length }: Extent): readonly Part[] {
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
