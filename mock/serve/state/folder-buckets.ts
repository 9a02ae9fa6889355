import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isBucketName } from '../../../spec/services/object-storage/binding.ts';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import { folderStorage } from '../objects/folder-storage.ts';

/**
 * Keeps buckets in a folder: `<account>/<bucket>` has the objects of one bucket.
 *
 * @param folder created with the first object
 * @param check runs before each change; throwing prevents the change
 */
export function folderBuckets(folder: string, check: () => void = () => {}): BucketHost {
  const isAccount = (id: string) => /^[0-9a-f]{32}$/.test(id);
  return {
    storageFor(accountId, bucketName) {
      // Both become parts of a path.
      if (!isAccount(accountId) || !/^[a-z0-9-]+$/.test(bucketName))
        throw new Error(`${accountId}/${bucketName} is not a bucket.`);
      return folderStorage(join(folder, accountId, bucketName), check);
    },
    async names(accountId) {
      if (!isAccount(accountId)) return [];
      const entries = await readdir(join(folder, accountId), { withFileTypes: true }).catch((error) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return entries
        .filter((entry) => entry.isDirectory() && isBucketName(entry.name))
        .map(({ name }) => name);
    },
    async remove(accountId) {
      if (!isAccount(accountId)) throw new Error(`${accountId} is not an account.`);
      check();
      await rm(join(folder, accountId), { recursive: true, force: true });
    },
    async clear() {
      check();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
