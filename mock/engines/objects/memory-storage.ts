import type { ObjectStorage } from './object-record.ts';

/** Size of a blob's pieces: large blobs are never in one piece. */
const pieceBytes = 262_144;

/** Size of the first piece if the total is unknown. */
const firstBytes = 4_096;

interface Blob {
  readonly pieces: readonly Uint8Array[];
}

/**
 * Objects in the memory of the process.
 *
 * @example
 * const store = createObjectStore({ storage: memoryStorage() });
 */
export function memoryStorage(): ObjectStorage {
  return createStorage(new Map(), new Map(), 0);
}

/** @param last the number in the newest blob's name */
function createStorage(notes: Map<string, string>, blobs: Map<string, Blob>, last: number): ObjectStorage {
  let newest = last;

  return {
    async load() {
      return Array.from(notes, ([name, text]) => ({ name, text }));
    },
    async keepNote({ name, text }) {
      notes.set(name, text);
    },
    async dropNote(name) {
      notes.delete(name);
    },

    receive(size) {
      const pieces: Uint8Array[] = [];
      let current = new Uint8Array(Math.min(size ?? firstBytes, pieceBytes));
      let filled = 0;
      return {
        write(piece) {
          for (let at = 0; at < piece.length; ) {
            if (filled === current.length) {
              if (filled > 0) pieces.push(current);
              current = new Uint8Array(pieceBytes);
              filled = 0;
            }
            const part = piece.subarray(at, at + current.length - filled);
            current.set(part, filled);
            filled += part.length;
            at += part.length;
          }
        },
        async keep() {
          if (filled > 0) pieces.push(filled === current.length ? current : current.slice(0, filled));
          const name = String(++newest);
          blobs.set(name, { pieces });
          return name;
        },
        async discard() {
          pieces.length = 0;
        },
      };
    },

    async *read(blob, offset, length) {
      let skip = offset;
      let left = length;
      for (const piece of blobs.get(blob)?.pieces ?? []) {
        if (left <= 0) return;
        if (skip >= piece.length) {
          skip -= piece.length;
          continue;
        }
        // A copy, which the reader may change.
        const part = piece.slice(skip, skip + left);
        skip = 0;
        left -= part.length;
        yield part;
      }
    },
    async dropBlob(blob) {
      blobs.delete(blob);
    },
    async keepOnly(kept) {
      for (const name of blobs.keys()) if (!kept.has(name)) blobs.delete(name);
    },

    // Blobs never change, so only names are copied.
    copy: () => createStorage(new Map(notes), new Map(blobs), newest),

    async destroy() {
      notes.clear();
      blobs.clear();
    },
  };
}
