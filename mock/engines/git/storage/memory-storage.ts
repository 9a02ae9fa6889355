import type { ObjectId } from '../object-id.ts';
import type { IncomingPack, RepositoryStorage, StoredPack } from '../repository-storage.ts';
import { ChunkedBytes } from './chunked-bytes.ts';

/**
 * A repository in memory.
 *
 * @param head the branch that `HEAD` stands for
 * @example
 * const storage = memoryStorage();
 * await storage.changeRefs([{ name: 'refs/heads/main', from: undefined, to: id }]);
 */
export function memoryStorage(head = 'refs/heads/main'): RepositoryStorage {
  const packs = new Map<string, StoredPack>();
  const refs = new Map<string, ObjectId>();
  let current = head;
  let shallow: readonly ObjectId[] = [];
  return {
    load: async () => ({
      packs: [...packs.values()],
      refs: new Map(refs),
      head: current,
      ...(shallow.length > 0 && { shallow }),
    }),

    receive(): IncomingPack {
      const bytes = new ChunkedBytes();
      return {
        bytes,
        write: (piece) => bytes.append(piece),
        async keep(name, index) {
          bytes.trim();
          const pack = packs.get(name) ?? { name, bytes, index };
          packs.set(name, pack);
          return pack;
        },
        discard: async () => bytes.clear(),
      };
    },

    async changeRefs(changes, newHead, newShallow) {
      for (const { name, to } of changes) {
        if (to === undefined) refs.delete(name);
        else refs.set(name, to);
      }
      if (newHead !== undefined) current = newHead;
      if (newShallow !== undefined) shallow = newShallow;
    },

    async removePacks(names) {
      for (const name of names) packs.delete(name);
    },

    async destroy() {
      packs.clear();
      refs.clear();
      shallow = [];
    },
  };
}
