import { isBucketName } from '../../../spec/services/object-storage/binding.ts';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import {
  listFolders,
  listNames,
  removeNames,
  type S3Place,
  s3Client,
} from '../../engines/objects/s3/s3-client.ts';
import { s3Storage } from '../../engines/objects/s3/s3-storage.ts';

/** Above the names of all objects, so that a reset leaves other contents of the bucket alone. */
const root = 'touchstone/';

/**
 * Keeps the buckets of a mock in one bucket of an S3-compatible server: `touchstone/<account>/<bucket>/` has the
 * objects of one. Two servers can't use the same bucket.
 *
 * @throws S3Error from each function if the server refuses or can't be reached
 */
export function s3Buckets(place: Omit<S3Place, 'prefix'>): BucketHost {
  const client = s3Client({ ...place, prefix: root });
  const removeBelow = async (folder: string) => {
    const names = await listNames(client, root + folder);
    await removeNames(
      client,
      names.map((name) => folder + name),
    );
  };
  return {
    storageFor: (accountId, bucketName) =>
      s3Storage({ ...place, prefix: `${root}${accountId}/${bucketName}/` }),
    names: async (accountId) => (await listFolders(client, `${root}${accountId}/`)).filter(isBucketName),
    remove: (accountId) => removeBelow(`${accountId}/`),
    clear: () => removeBelow(''),
  };
}
