import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { StartHash } from './object-hashes.ts';

const algorithms = { md5, sha1, sha256, sha384, sha512 };

/** Checksums in JavaScript, for browsers: WebCrypto has no incremental ones. */
export const startHash: StartHash = (name) => {
  const hash = algorithms[name].create();
  return {
    update(piece) {
      hash.update(piece);
    },
    digest: () => bytesToHex(hash.digest()),
  };
};
