import type { Bucket, BucketUpload } from '../../../spec/services/object-storage/binding.ts';
import type { ObjectStore } from '../../engines/objects/index.ts';
import type { StreamLengths } from '../bucket/put-options.ts';

/**
 * A bucket that looks up its objects on each call.
 *
 * @param lengths lengths of a server's streams; without it, the bucket accepts any stream
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

/**
 * Creates the bucket anew for each call: its code is slow to load, most mocks have no bucket, and a reset replaces its
 * store.
 */
export function lazyBucket(bucket: () => Promise<Bucket>): Bucket {
  return {
    head: async (...given) => (await bucket()).head(...given),
    get: async (...given) => (await bucket()).get(...given),
    put: async (...given) => (await bucket()).put(...given),
    delete: async (...given) => (await bucket()).delete(...given),
    list: async (...given) => (await bucket()).list(...given),
    createMultipartUpload: async (...given) => (await bucket()).createMultipartUpload(...given),
    resumeMultipartUpload(key, uploadId): BucketUpload {
      const upload = async () => (await bucket()).resumeMultipartUpload(key, uploadId);
      return {
        key,
        uploadId,
        uploadPart: async (...given) => (await upload()).uploadPart(...given),
        abort: async () => (await upload()).abort(),
        complete: async (...given) => (await upload()).complete(...given),
      };
    },
  };
}
