import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import { folderStorage } from '../objects/folder-storage.ts';

/**
 * Buckets in a folder: `<account>/<bucket>` has the objects of one.
 *
 * @param folder is made when an object is kept
 */
export function folderBuckets(folder: string): BucketHost {
  const isAccount = (id: string) => /^[0-9a-f]{32}$/.test(id);
  return {
    storageFor(accountId, bucketName) {
      // Both become parts of a path.
      if (!isAccount(accountId) || !/^[a-z0-9-]+$/.test(bucketName))
        throw new Error(`${accountId}/${bucketName} is no bucket.`);
      return folderStorage(join(folder, accountId, bucketName));
    },
    async remove(accountId) {
      if (!isAccount(accountId)) throw new Error(`${accountId} is no account.`);
      await rm(join(folder, accountId), { recursive: true, force: true });
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}
