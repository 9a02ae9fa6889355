/** Bounds of buckets and their objects: fact sheet example-apps, section 1.7. */
export const objectLimits = {
  /** Bytes of UTF-8 of a key. */
  keyBytes: 1_024,
  /** Characters of the names and values of custom metadata; those of a text with any beyond U+00FF count twice. */
  metadataLength: 8_192,
  /** Bytes of an object, however it came: 5 TiB less 5 GiB. */
  objectBytes: 5_492_189_429_760,
  /** Bytes of a put or of a part: 5 GiB less 5 MiB. */
  uploadBytes: 5_363_466_240,
  /** The highest number of a part. */
  parts: 10_000,
  /** The fewest bytes of every part but the last. */
  partBytes: 5_242_880,
  /** Keys of one page of a list. */
  listed: 1_000,
  /** Milliseconds after which an upload that nobody completed is aborted: seven days. */
  uploadMs: 604_800_000,
} as const;
