import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BucketHost } from '../../bindings/buckets/bucket-host.ts';
import { folderStorage } from '../objects/folder-storage.ts';

/**
 * Buckets in a folder: `<account>/<bucket>` has the objects of one.
 *
 * @param folder is made when an object is kept
 */
export function folderBuckets(folder: string): BucketHost {
  return {
    storageFor(accountId, bucketName) {
      // Both become parts of a path.
      if (!/^[0-9a-f]{32}$/.test(accountId) || !/^[a-z0-9-]+$/.test(bucketName))
        throw new Error(`${accountId}/${bucketName} is no bucket.`);
      return folderStorage(join(folder, accountId, bucketName));
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}
