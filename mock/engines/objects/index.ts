export type { ByteRange, Extent } from './byte-range.ts';
export type { Condition, EntityTag } from './condition.ts';
export {
  bytesOfHex,
  type HashName,
  hashBytes,
  hashNames,
  hexOfBytes,
  secretMd5,
} from './hashes/object-hashes.ts';
export type { ListQuery } from './list-keys.ts';
export { memoryStorage } from './memory-storage.ts';
export { ChecksumError, ObjectError, type ObjectFailure } from './object-error.ts';
export type {
  IncomingBlob,
  Note,
  ObjectMetadata,
  ObjectRecord,
  ObjectStorage,
  PartName,
  StoredHeaders,
} from './object-record.ts';
export {
  createObjectStore,
  type FoundObject,
  type GetOptions,
  type ListedObjects,
  type ObjectStore,
  type ObjectStoreParts,
  type PutOptions,
} from './object-store.ts';
export type { Checksum, ObjectBytes } from './receive-bytes.ts';
