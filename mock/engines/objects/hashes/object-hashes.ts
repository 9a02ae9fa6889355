/** The checksums that an object can have. */
export const hashNames = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const;

export type HashName = (typeof hashNames)[number];

/** Bytes of each checksum. */
export const hashBytes: Readonly<Record<HashName, number>> = {
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** A checksum that is fed piece by piece. */
export interface RunningHash {
  update(piece: Uint8Array): void;
  /** Hexadecimal digits of it; nothing can be fed any more. */
  digest(): string;
}

/** Begins a checksum; each runtime has its own way. */
export type StartHash = (name: HashName) => RunningHash;
