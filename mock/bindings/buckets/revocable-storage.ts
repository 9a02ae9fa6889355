import type { ObjectStorage } from '../../engines/objects/index.ts';

/**
 * Stands before a storage until a signal is given. Whoever is then still writing is refused, so that nothing of a
 * bucket that was emptied comes back.
 */
export function revocableStorage(storage: ObjectStorage, revoked: AbortSignal): ObjectStorage {
  const held = (): ObjectStorage => {
    if (revoked.aborted) throw new Error('The bucket was emptied meanwhile.');
    return storage;
  };
  return {
    load: async () => held().load(),
    keepNote: async (note) => held().keepNote(note),
    dropNote: async (name) => held().dropNote(name),
    receive(size) {
      const blob = held().receive(size);
      return {
        write(piece) {
          held();
          return blob.write(piece);
        },
        async keep() {
          held();
          return blob.keep();
        },
        discard: () => blob.discard(),
      };
    },
    read: (...extent) => held().read(...extent),
    dropBlob: async (blob) => held().dropBlob(blob),
    keepOnly: async (blobs) => held().keepOnly(blobs),
    destroy: async () => held().destroy(),
  };
}
