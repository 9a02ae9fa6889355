import type { ObjectStorage } from '../../engines/objects/index.ts';

/**
 * Where the objects of buckets are kept: by default in memory, as long as the mock is there.
 *
 * @example
 * const host: BucketHost = {
 *   storageFor: (accountId, bucketName) => folderStorage(join(folder, accountId, bucketName)),
 *   remove: (accountId) => rm(join(folder, accountId), { recursive: true, force: true }),
 *   clear: () => rm(folder, { recursive: true, force: true }),
 * };
 */
export interface BucketHost {
  /**
   * The place of a bucket, which is empty where nothing was kept there; asked for once, by the first call that needs
   * it, and again after a reset.
   *
   * @param accountId 32 hexadecimal digits
   * @param bucketName 3 to 63 lower-case letters, digits and hyphens
   */
  storageFor(accountId: string, bucketName: string): ObjectStorage | Promise<ObjectStorage>;
  /**
   * Leaves nothing of the buckets of an account that is gone, and of which no snapshot knows; no place of it that was
   * given before is used any more. Where it is left out, they stay until everything is cleared.
   */
  remove?(accountId: string): Promise<void>;
  /** Leaves nothing of any bucket. No place that was given before is used any more. */
  clear(): Promise<void>;
}
