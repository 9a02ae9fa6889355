import type { Bucket, BucketUpload } from '../../../spec/services/object-storage/binding.ts';

/**
 * A bucket that is asked for with every call: what buckets are made of takes its time to load, most mocks have none,
 * and after a reset it is another one.
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
