import type {
  Bucket,
  BucketGetOptions,
  BucketObjectBody,
} from '../../../../spec/services/object-storage/binding.ts';
import { createObjectStore, memoryStorage } from '../../../engines/objects/index.ts';
import { createBucket } from '../bucket.ts';
import { createStreamLengths } from '../put-options.ts';

/** MD5 of `abc`: RFC 1321. */
export const md5OfAbc = '900150983cd24fb0d6963f7d28e17f72';

/** An empty bucket with a frozen clock. */
export function openBucket(now = 1_767_268_800_500) {
  const lengths = createStreamLengths();
  const bucket = createBucket(createObjectStore({ storage: memoryStorage(), now: () => now }), { lengths });
  return { bucket, lengths };
}

/** Returns an existing object with its bytes. */
export async function found(
  bucket: Bucket,
  key: string,
  options?: BucketGetOptions,
): Promise<BucketObjectBody> {
  const object = await bucket.get(key, options);
  if (object === null || !('body' in object)) throw new Error(`The object ${key} does not exist.`);
  return object;
}
