export type { ByteRange, Extent } from './byte-range.ts';
export type { Condition, EntityTag } from './condition.ts';
export { type HashName, hashBytes, hashNames } from './hashes/object-hashes.ts';
export { bytesOfHex, hexOfBytes } from './hex.ts';
export type { ListQuery } from './list-keys.ts';
export { memoryStorage } from './memory-storage.ts';
export { ChecksumError, ObjectError, type ObjectFailure } from './object-error.ts';
export type { ObjectMetadata, ObjectRecord, StoredHeaders } from './object-record.ts';
export type { IncomingBlob, Note, ObjectStorage } from './object-storage.ts';
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
export { secretMd5 } from './secret-md5.ts';
export type { PartName } from './upload-record.ts';
