import type { HashName } from './hashes/object-hashes.ts';
import { ObjectError } from './object-error.ts';

/** What HTTP says of a body, kept with an object as it was put. */
export interface StoredHeaders {
  readonly contentType?: string;
  readonly contentLanguage?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly cacheControl?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
}

/** What an object has beside its bytes, as it is put. */
export interface ObjectMetadata {
  readonly headers: StoredHeaders;
  readonly custom: Readonly<Record<string, string>>;
  readonly storageClass: string;
  /** MD5, in base64, of the key of encryption that every reader has to show. */
  readonly secretMd5?: string | undefined;
}

/** A run of bytes of an object: all of one blob. */
export interface Segment {
  readonly blob: string;
  readonly size: number;
}

/** All that is known of an object; plain data, so that a storage can keep it as JSON. */
export interface ObjectRecord extends ObjectMetadata {
  readonly key: string;
  /** Another one for each put. */
  readonly version: string;
  readonly size: number;
  /** MD5 of the bytes; of an object of parts the MD5 of their MD5s, a dash and how many they are. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly uploaded: number;
  /** Hexadecimal digits of the checksums that are known. */
  readonly checksums: Readonly<Partial<Record<HashName, string>>>;
  readonly segments: readonly Segment[];
}

/** An upload of parts, as a storage keeps it. */
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
  /** Of the part alone, and random: it says nothing of its bytes. */
  readonly etag: string;
  readonly md5: string;
  readonly size: number;
  /** Undefined for a part of no bytes. */
  readonly blob?: string | undefined;
}

/** What stands for a part when an upload is completed. */
export interface PartName {
  readonly partNumber: number;
  readonly etag: string;
}

/** An upload with what came of it, by the numbers of its parts. */
export interface Upload {
  record: UploadRecord;
  readonly parts: Map<number, PartRecord>;
}

/** All that a store knows: objects by their keys, uploads by their ids. */
interface StoredState {
  readonly objects: Map<string, ObjectRecord>;
  readonly uploads: Map<string, Upload>;
}

/** One thing that is known, as it is kept. */
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
 * What notes say. Parts whose bytes an object has are left out: a crash came between the object and their end.
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

/** The blobs that are in use. */
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
  // Only this file writes notes, so what has the name of its content has its form.
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

/** Length of custom metadata as it counts for its limit: Cloudflare docs, R2 limits. */
export function metadataLength(metadata: Readonly<Record<string, string>>): number {
  return Object.entries(metadata)
    .flat()
    .reduce((sum, text) => sum + text.length * (isWide(text) ? 2 : 1), 0);
}

const wide = /[\u0100-\uffff]/;

const isWide = (text: string) => wide.test(text);

/** What a storage is asked to remember: a name that stands for one thing, and what is to be known of it. */
export interface Note {
  readonly name: string;
  readonly text: string;
}

/** Bytes on their way in, out of everybody's sight until they are kept. */
export interface IncomingBlob {
  /** Takes a copy of a piece. */
  write(piece: Uint8Array): void | Promise<void>;
  /**
   * Keeps what was written.
   *
   * @returns the name that it is read by: letters, digits and dashes
   */
  keep(): Promise<string>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
}

/**
 * Where objects are kept: in memory, in a folder, on a server. A storage knows bytes (blobs) by names that it gives,
 * and notes by names that it is given; what belongs together is the business of who uses it, and of one at a time.
 */
export interface ObjectStorage {
  /** All notes; called once, before anything else. */
  load(): Promise<readonly Note[]>;
  /** Keeps a note in the place of the one of that name: the one or the other is there, whatever happens. */
  keepNote(note: Note): Promise<void>;
  dropNote(name: string): Promise<void>;

  /** @param size how many bytes will come, where that is known */
  receive(size?: number): IncomingBlob;
  /** Bytes of a blob that is kept; nothing is read that nobody asks for. */
  read(blob: string, offset: number, length: number): AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Lets go of a blob that nobody reads any more. */
  dropBlob(blob: string): Promise<void>;
  /** Lets go of all blobs but these: of what a crash has left. */
  keepOnly(blobs: ReadonlySet<string>): Promise<void>;

  /**
   * Another storage with what is kept now, which goes its own way from here; left out where that would mean to copy
   * all bytes.
   */
  copy?(): ObjectStorage;
  /** Leaves nothing. */
  destroy(): Promise<void>;
}
