import type { Bucket } from '../../../spec/services/object-storage/binding.ts';
import type { ObjectStore } from '../../engines/objects/index.ts';
import type { StreamLengths } from '../bucket/stream-lengths.ts';
import { lazyBucket } from './lazy-bucket.ts';

/**
 * A bucket on the objects that are there when it is called.
 *
 * @param lengths of the streams of a server; where they are left out, it takes any stream
 */
export function boundBucket(store: () => Promise<ObjectStore>, lengths: StreamLengths | undefined): Bucket {
  let parts: Promise<typeof import('./bucket-parts.ts')> | undefined;
  let last: { readonly store: ObjectStore; readonly bucket: Bucket } | undefined;
  return lazyBucket(async () => {
    parts ??= import('./bucket-parts.ts');
    const [{ createBucket, withAnyStream }, current] = await Promise.all([parts, store()]);
    if (last?.store !== current) {
      last = { store: current, bucket: withAnyStream(createBucket(current, { lengths }), lengths) };
    }
    return last.bucket;
  });
}
