import type { HashName } from './hashes/object-hashes.ts';

/** What HTTP says of a body, kept with an object as it was put. */
export interface StoredHeaders {
  readonly contentType?: string;
  readonly contentLanguage?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly cacheControl?: string;
  /** Milliseconds since 1970. */
  readonly expires?: number;
}

/** What an object has beside its bytes, as it is put. */
export interface ObjectMetadata {
  readonly headers: StoredHeaders;
  readonly custom: Readonly<Record<string, string>>;
  readonly storageClass: string;
  /** MD5, in base64, of the key of encryption that every reader has to show. */
  readonly secretMd5?: string | undefined;
}

/** A run of bytes of an object: all of one blob. */
export interface Segment {
  readonly blob: string;
  readonly size: number;
}

/** All that is known of an object; plain data, so that a storage can keep it as JSON. */
export interface ObjectRecord extends ObjectMetadata {
  readonly key: string;
  /** Another one for each put. */
  readonly version: string;
  readonly size: number;
  /** MD5 of the bytes; of an object of parts the MD5 of their MD5s, a dash and how many they are. */
  readonly etag: string;
  /** Milliseconds since 1970. */
  readonly uploaded: number;
  /** Hexadecimal digits of the checksums that are known. */
  readonly checksums: Readonly<Partial<Record<HashName, string>>>;
  readonly segments: readonly Segment[];
}
