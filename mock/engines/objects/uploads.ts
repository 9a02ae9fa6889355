import { startHash } from '#object-hashes';
import { objectLimits } from '../../../spec/engine-limits.ts';
import { bytesOfHex } from './hashes/object-hashes.ts';
import { KeyTurns } from './key-turns.ts';
import { ObjectError } from './object-error.ts';
import {
  blobsOfParts,
  type ObjectMetadata,
  type ObjectRecord,
  type ObjectStorage,
  type PartName,
  type PartRecord,
  partNote,
  toNote,
  type Upload,
  type UploadRecord,
  uploadNote,
} from './object-record.ts';
import { type BlobKeeper, type ObjectBytes, receiveBytes } from './receive-bytes.ts';

interface UploadsParts {
  readonly storage: ObjectStorage;
  readonly blobs: BlobKeeper;
  readonly uploads: Map<string, Upload>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Puts an object, replacing one with its key. */
  readonly replace: (record: ObjectRecord) => Promise<void>;
}

/** Multipart uploads. */
export class Uploads {
  readonly #parts: UploadsParts;
  readonly #turns = new KeyTurns();

  constructor(parts: UploadsParts) {
    this.#parts = parts;
  }

  /** @returns the id of a new upload */
  async create(key: string, metadata: ObjectMetadata): Promise<string> {
    await this.expire();
    const { uploads, storage, newId, now } = this.#parts;
    const record: UploadRecord = { id: newId(), key, metadata, created: now(), state: 'open' };
    await storage.keepNote(toNote({ upload: record }));
    uploads.set(record.id, { record, parts: new Map() });
    return record.id;
  }

  /**
   * Receives a part, replacing one with that number.
   *
   * @param secretMd5 must match the upload's
   * @throws ObjectError `closed-upload`, `wrong-secret`, and errors of receiving bytes
   */
  async putPart(
    key: string,
    id: string,
    number: number,
    bytes: ObjectBytes,
    secretMd5?: string,
  ): Promise<PartName> {
    const { storage, blobs, newId } = this.#parts;
    if (this.#open(key, id).record.metadata.secretMd5 !== secretMd5)
      throw new ObjectError('wrong-secret', 'The upload was begun with another encryption key.');
    const { segments, size, checksums } = await receiveBytes(storage, bytes);
    const [segment] = segments;
    try {
      return await this.#turns.take(id, async () => {
        const upload = this.#open(key, id);
        const part = { upload: id, number, etag: newId(), md5: checksums.md5, size, blob: segment?.blob };
        await storage.keepNote(toNote({ part }));
        const former = upload.parts.get(number);
        upload.parts.set(number, part);
        if (former) await blobs.drop(blobsOfParts([former]));
        return { partNumber: number, etag: part.etag };
      });
    } catch (error) {
      if (segment) await blobs.drop([segment.blob]);
      throw error;
    }
  }

  /**
   * Makes an object from parts; parts that are not named are deleted.
   *
   * @throws ObjectError `unknown-upload`, `closed-upload`, and errors of joining parts
   */
  complete(key: string, id: string, names: readonly PartName[]): Promise<ObjectRecord> {
    return this.#turns.take(id, async () => {
      this.#known(key, id);
      const upload = this.#open(key, id);
      const parts = joinParts(upload.parts, names);
      const record: ObjectRecord = {
        ...upload.record.metadata,
        key,
        version: this.#parts.newId(),
        size: parts.reduce((sum, { size }) => sum + size, 0),
        etag: etagOfParts(parts),
        uploaded: this.#parts.now(),
        checksums: {},
        segments: parts.flatMap(({ blob, size }) => (blob === undefined ? [] : { blob, size })),
      };
      await this.#parts.replace(record);
      for (const { number } of parts) {
        upload.parts.delete(number);
        await this.#parts.storage.dropNote(partNote(id, number));
      }
      await this.#close(upload, 'completed');
      return record;
    });
  }

  /** @throws ObjectError `unknown-upload` */
  abort(key: string, id: string): Promise<void> {
    return this.#turns.take(id, async () => {
      const upload = this.#known(key, id);
      if (upload.record.state === 'open') await this.#close(upload, 'aborted');
    });
  }

  /** Aborts uploads that stay open too long, and forgets those that ended as long ago. */
  async expire(): Promise<void> {
    const { uploads, storage, now } = this.#parts;
    for (const upload of uploads.values()) {
      if (!this.#isOld(upload, now())) continue;
      await this.#close(upload, 'aborted');
      uploads.delete(upload.record.id);
      await storage.dropNote(uploadNote(upload.record.id));
    }
  }

  #known(key: string, id: string): Upload {
    const upload = this.#parts.uploads.get(id);
    if (upload?.record.key === key) return upload;
    throw new ObjectError('unknown-upload', 'There is no such upload.');
  }

  #open(key: string, id: string): Upload {
    const upload = this.#parts.uploads.get(id);
    if (
      upload?.record.key === key &&
      upload.record.state === 'open' &&
      !this.#isOld(upload, this.#parts.now())
    )
      return upload;
    throw new ObjectError('closed-upload', 'There is no such open upload.');
  }

  #isOld({ record }: Upload, now: number): boolean {
    return now - record.created >= objectLimits.uploadMs;
  }

  /** Ends an upload and deletes its remaining parts. */
  async #close(upload: Upload, state: 'completed' | 'aborted'): Promise<void> {
    const { storage, blobs } = this.#parts;
    upload.record = { ...upload.record, state };
    await storage.keepNote(toNote({ upload: upload.record }));
    const left = Array.from(upload.parts.values());
    upload.parts.clear();
    for (const { number } of left) await storage.dropNote(partNote(upload.record.id, number));
    await blobs.drop(blobsOfParts(left));
  }
}

/**
 * The parts that complete an upload, in the order of their numbers: Cloudflare docs, R2 Workers API reference.
 *
 * @param parts the uploaded ones, by number
 * @param names those to use, in any order
 * @throws ObjectError `repeated-part`, `missing-part`, `small-part`, `unequal-parts`, `too-large`
 */
function joinParts(
  parts: ReadonlyMap<number, PartRecord>,
  names: readonly PartName[],
): readonly PartRecord[] {
  const numbers = new Set(names.map(({ partNumber }) => partNumber));
  if (numbers.size < names.length) throw new ObjectError('repeated-part', 'A part is named twice.');
  const named = names.map(({ partNumber, etag }) => {
    const part = parts.get(partNumber);
    if (part === undefined || part.etag !== etag)
      throw new ObjectError('missing-part', `There is no part ${partNumber} with the etag ${etag}.`);
    return part;
  });
  // In the named order: a small part may be last there, and not in the end.
  for (const { number, size } of named.slice(0, -1))
    if (size < objectLimits.partBytes)
      throw new ObjectError(
        'small-part',
        `Part ${number} has ${size} bytes, and all but the last have at least ${objectLimits.partBytes}.`,
      );
  const joined = named.toSorted((a, b) => a.number - b.number);
  const [first] = joined;
  const isEven = joined.every(
    ({ size }, index) => size === first?.size || (index === joined.length - 1 && size < (first?.size ?? 0)),
  );
  if (!isEven) throw new ObjectError('unequal-parts', 'Parts are of one size, and the last is no larger.');
  const size = joined.reduce((sum, part) => sum + part.size, 0);
  if (size > objectLimits.objectBytes)
    throw new ObjectError('too-large', `${size} bytes are more than ${objectLimits.objectBytes}.`);
  return joined;
}

/** The etag of a multipart object: MD5 of the parts' MD5s, a dash, and the number of parts. */
export function etagOfParts(parts: readonly PartRecord[]): string {
  const hash = startHash('md5');
  for (const { md5 } of parts) hash.update(bytesOfHex(md5));
  return `${hash.digest()}-${parts.length}`;
}
