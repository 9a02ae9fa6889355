import { startHash } from '#object-hashes';
import { bytesOfHex } from './hex.ts';

/** What is kept of a key of encryption: its MD5, in base64. */
export function secretMd5(secret: Uint8Array): string {
  const hash = startHash('md5');
  hash.update(secret);
  return btoa(String.fromCharCode(...bytesOfHex(hash.digest())));
}
