import { createHash } from 'node:crypto';
import type { StartHash } from './object-hashes.ts';

/** The runtime's checksums: Bun, Deno, Node. */
export const startHash: StartHash = (name) => {
  const hash = createHash(name);
  return {
    update(piece) {
      hash.update(piece);
    },
    digest: () => hash.digest('hex'),
  };
};
