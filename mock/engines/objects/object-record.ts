import type { HashName } from './hashes/object-hashes.ts';
import { ObjectError } from './object-error.ts';

/** HTTP metadata of a body, stored as given. */
export interface StoredHeaders {
  readonly contentType?: string;
  readonly contentLanguage?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly cacheControl?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
}

/** The metadata of a new object. */
export interface ObjectMetadata {
  readonly headers: StoredHeaders;
  readonly custom: Readonly<Record<string, string>>;
  readonly storageClass: string;
  /** MD5, in base64, of the encryption key that every reader must send. */
  readonly secretMd5?: string | undefined;
}

/** A range of an object's bytes: a whole blob. */
export interface Segment {
  readonly blob: string;
  readonly size: number;
}

/** An object's record; plain data, so that a storage can keep it as JSON. */
export interface ObjectRecord extends ObjectMetadata {
  readonly key: string;
  /** Unique for each put. */
  readonly version: string;
  readonly size: number;
  /** MD5 of the bytes; for an object of parts, the MD5 of their MD5s, a dash and the number of parts. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly uploaded: number;
  /** The known checksums, in hexadecimal. */
  readonly checksums: Readonly<Partial<Record<HashName, string>>>;
  readonly segments: readonly Segment[];
}

/** A multipart upload, as a storage keeps it. */
export interface UploadRecord {
  readonly id: string;
  readonly key: string;
  readonly metadata: ObjectMetadata;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly state: 'open' | 'completed' | 'aborted';
}

/** A part of an upload. */
export interface PartRecord {
  readonly upload: string;
  readonly number: number;
  /** Of the part alone, and random: it does not depend on its bytes. */
  readonly etag: string;
  readonly md5: string;
  readonly size: number;
  /** Undefined for an empty part. */
  readonly blob?: string | undefined;
}

/** References a part when an upload is completed. */
export interface PartName {
  readonly partNumber: number;
  readonly etag: string;
}

/** An upload with its parts, by number. */
export interface Upload {
  record: UploadRecord;
  readonly parts: Map<number, PartRecord>;
}

/** The state of a store: objects by key, uploads by id. */
interface StoredState {
  readonly objects: Map<string, ObjectRecord>;
  readonly uploads: Map<string, Upload>;
}

/** One stored entry of the state. */
type Known =
  | { readonly object: ObjectRecord }
  | { readonly upload: UploadRecord }
  | { readonly part: PartRecord };

export const objectNote = (key: string) => `object ${key}`;

export const uploadNote = (id: string) => `upload ${id}`;

export const partNote = (id: string, number: number) => `part ${id} ${number}`;

export function toNote(known: Known): Note {
  const text = JSON.stringify(known);
  if ('object' in known) return { name: objectNote(known.object.key), text };
  if ('upload' in known) return { name: uploadNote(known.upload.id), text };
  return { name: partNote(known.part.upload, known.part.number), text };
}

/**
 * The state in the notes. Parts whose bytes an object has are left out: a crash came after the object was stored and
 * before they were deleted.
 *
 * @throws ObjectError `damaged`
 */
export function getState(notes: readonly Note[]): StoredState {
  const state: StoredState = { objects: new Map(), uploads: new Map() };
  const parts: PartRecord[] = [];
  for (const note of notes) {
    const known = toKnown(note);
    if ('object' in known) state.objects.set(known.object.key, known.object);
    else if ('upload' in known)
      state.uploads.set(known.upload.id, { record: known.upload, parts: new Map() });
    else parts.push(known.part);
  }
  const taken = new Set(Array.from(state.objects.values(), getBlobs).flat());
  for (const part of parts)
    if (part.blob === undefined || !taken.has(part.blob))
      state.uploads.get(part.upload)?.parts.set(part.number, part);
  return state;
}

/** The blobs in use. */
export function blobsOfState({ objects, uploads }: StoredState): ReadonlySet<string> {
  const ofParts = Array.from(uploads.values(), ({ parts }) => blobsOfParts(parts.values())).flat();
  return new Set([...Array.from(objects.values(), getBlobs).flat(), ...ofParts]);
}

export const getBlobs = ({ segments }: Pick<ObjectRecord, 'segments'>) => segments.map(({ blob }) => blob);

export function blobsOfParts(parts: Iterable<PartRecord>): string[] {
  return Array.from(parts).flatMap(({ blob }) => blob ?? []);
}

function toKnown(note: Note): Known {
  let known: unknown;
  try {
    known = JSON.parse(note.text);
  } catch (error) {
    throw damaged(note, error);
  }
  // Only this file writes notes, so the name of a note determines its form.
  if (typeof known === 'object' && known !== null && isNamed(known as Known, note)) return known as Known;
  throw damaged(note);
}

function isNamed(known: Known, note: Note): boolean {
  try {
    return toNote(known).name === note.name;
  } catch {
    return false;
  }
}

const damaged = ({ name }: Note, cause?: unknown) =>
  new ObjectError('damaged', `What is kept of ${JSON.stringify(name)} is damaged.`, { cause });

/** The length of custom metadata that counts for its limit: Cloudflare docs, R2 limits. */
export function metadataLength(metadata: Readonly<Record<string, string>>): number {
  return Object.entries(metadata)
    .flat()
    .reduce((sum, text) => sum + text.length * (isWide(text) ? 2 : 1), 0);
}

const wide = /[\u0100-\uffff]/;

const isWide = (text: string) => wide.test(text);

/** A note of a storage: a name for one thing, and its data. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** Incoming bytes, invisible until they are kept. */
export interface IncomingBlob {
  /** Appends a copy of a piece. */
  write(piece: Uint8Array): void | Promise<void>;
  /**
   * Keeps the written bytes.
   *
   * @returns the name for reads: letters, digits and dashes
   */
  keep(): Promise<string>;
  /** Deletes them. */
  discard(): Promise<void>;
}

/**
 * Storage for objects: in memory, in a folder, on a server. A storage has bytes (blobs) under names that it chooses,
 * and notes under given names. Their relation is up to its user, which must be the only one.
 */
export interface ObjectStorage {
  /** All notes; called once, before anything else. */
  load(): Promise<readonly Note[]>;
  /** Keeps a note, replacing the one with that name atomically. */
  keepNote(note: Note): Promise<void>;
  dropNote(name: string): Promise<void>;

  /** @param size total number of bytes, if known */
  receive(size?: number): IncomingBlob;
  /** Bytes of a kept blob, read on demand. */
  read(blob: string, offset: number, length: number): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Deletes a blob without readers. */
  dropBlob(blob: string): Promise<void>;
  /** Deletes all blobs but these, to clean up after a crash. */
  keepOnly(blobs: ReadonlySet<string>): Promise<void>;

  /**
   * A copy of this storage, independent from now on; absent if that would copy all bytes.
   */
  copy?(): ObjectStorage;
  /** Deletes everything. */
  destroy(): Promise<void>;
}
