import { startHash } from '#object-hashes';

/** The checksum algorithms for objects. */
export const hashNames = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const;

export type HashName = (typeof hashNames)[number];

/** Length of each checksum in bytes. */
export const hashBytes: Readonly<Record<HashName, number>> = {
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** An incremental checksum. */
interface RunningHash {
  update(piece: Uint8Array): void;
  /** The checksum in hexadecimal; nothing can be added afterwards. */
  digest(): string;
}

/** Starts a checksum; each runtime has its own implementation. */
export type StartHash = (name: HashName) => RunningHash;

/** The bytes of pairs of hexadecimal digits. */
export function bytesOfHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOfBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The stored form of an encryption key: its MD5, in base64. */
export function secretMd5(secret: Uint8Array): string {
  const hash = startHash('md5');
  hash.update(secret);
  return btoa(String.fromCharCode(...bytesOfHex(hash.digest())));
}
