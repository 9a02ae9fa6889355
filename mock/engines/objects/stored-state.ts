import { ObjectError } from './object-error.ts';
import type { ObjectRecord } from './object-record.ts';
import type { Note } from './object-storage.ts';
import type { PartRecord, UploadRecord } from './upload-record.ts';

/** An upload with what came of it, by the numbers of its parts. */
export interface Upload {
  record: UploadRecord;
  readonly parts: Map<number, PartRecord>;
}

/** All that a store knows: objects by their keys, uploads by their ids. */
export interface StoredState {
  readonly objects: Map<string, ObjectRecord>;
  readonly uploads: Map<string, Upload>;
}

/** One thing that is known, as it is kept. */
export type Known =
  | { readonly object: ObjectRecord }
  | { readonly upload: UploadRecord }
  | { readonly part: PartRecord };

export const objectNote = (key: string) => `object ${key}`;
export const uploadNote = (id: string) => `upload ${id}`;
export const partNote = (id: string, number: number) => `part ${id} ${number}`;

export function noteOf(known: Known): Note {
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
export function stateOf(notes: readonly Note[]): StoredState {
  const state: StoredState = { objects: new Map(), uploads: new Map() };
  const parts: PartRecord[] = [];
  for (const note of notes) {
    const known = knownOf(note);
    if ('object' in known) state.objects.set(known.object.key, known.object);
    else if ('upload' in known)
      state.uploads.set(known.upload.id, { record: known.upload, parts: new Map() });
    else parts.push(known.part);
  }
  const taken = new Set(Array.from(state.objects.values(), blobsOf).flat());
  for (const part of parts)
    if (part.blob === undefined || !taken.has(part.blob))
      state.uploads.get(part.upload)?.parts.set(part.number, part);
  return state;
}

/** The blobs that are in use. */
export function blobsOfState({ objects, uploads }: StoredState): ReadonlySet<string> {
  const ofParts = Array.from(uploads.values(), ({ parts }) => blobsOfParts(parts.values())).flat();
  return new Set([...Array.from(objects.values(), blobsOf).flat(), ...ofParts]);
}

export const blobsOf = ({ segments }: Pick<ObjectRecord, 'segments'>) => segments.map(({ blob }) => blob);

export function blobsOfParts(parts: Iterable<PartRecord>): string[] {
  return Array.from(parts).flatMap(({ blob }) => blob ?? []);
}

function knownOf(note: Note): Known {
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
    return noteOf(known).name === note.name;
  } catch {
    return false;
  }
}

const damaged = ({ name }: Note, cause?: unknown) =>
  new ObjectError('damaged', `What is kept of ${JSON.stringify(name)} is damaged.`, { cause });
