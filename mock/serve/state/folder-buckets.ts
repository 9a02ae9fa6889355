import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import { folderStorage } from '../objects/folder-storage.ts';

/**
 * Buckets in a folder: `<account>/<bucket>` has the objects of one.
 *
 * @param folder is made when an object is kept
 * @param check called before a change counts; what it throws keeps that from being made
 */
export function folderBuckets(folder: string, check: () => void = () => {}): BucketHost {
  const isAccount = (id: string) => /^[0-9a-f]{32}$/.test(id);
  return {
    storageFor(accountId, bucketName) {
      // Both become parts of a path.
      if (!isAccount(accountId) || !/^[a-z0-9-]+$/.test(bucketName))
        throw new Error(`${accountId}/${bucketName} is no bucket.`);
      return folderStorage(join(folder, accountId, bucketName), check);
    },
    async remove(accountId) {
      if (!isAccount(accountId)) throw new Error(`${accountId} is no account.`);
      check();
      await rm(join(folder, accountId), { recursive: true, force: true });
    },
    async clear() {
      check();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
