import { createHash } from 'node:crypto';
import type { StartHash } from './object-hashes.ts';

/** The checksums of the runtime: Bun, Deno, Node. */
export const startHash: StartHash = (name) => {
  const hash = createHash(name);
  return {
    update(piece) {
      hash.update(piece);
    },
    digest: () => hash.digest('hex'),
  };
};
