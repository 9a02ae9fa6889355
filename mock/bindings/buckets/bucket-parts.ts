import type { Bucket, BucketUpload, BucketValue } from '../../../spec/services/object-storage/binding.ts';
import { isStream } from '../../../spec/value-kinds.ts';
import type { StreamLengths } from '../bucket/put-options.ts';

/** What is loaded with the first call of a bucket. */
export { createBucket } from '../bucket/bucket.ts';

/**
 * A bucket that takes streams of which nobody here knows how long they are, such as the answer of another server: the
 * platform knows that of many, so each is read to its end first. What the platform would not know either goes on to
 * be refused.
 *
 * @param lengths are left out where nobody notes any, since code is called without a server
 */
export function withAnyStream(bucket: Bucket, lengths: StreamLengths | undefined): Bucket {
  const isRead = (stream: ReadableStream) =>
    lengths === undefined || (lengths.of(stream) === undefined && !lengths.isOpen(stream));
  const read = async (value: BucketValue): Promise<BucketValue> =>
    isStream(value) && isRead(value) ? new Response(value).arrayBuffer() : value;
  const getUpload = (upload: BucketUpload): BucketUpload => ({
    ...upload,
    uploadPart: async (number, value, options) => upload.uploadPart(number, await read(value), options),
  });
  return {
    ...bucket,
    put: async (key, value, options) => bucket.put(key, await read(value), options),
    createMultipartUpload: async (...given) => getUpload(await bucket.createMultipartUpload(...given)),
    resumeMultipartUpload: (...given) => getUpload(bucket.resumeMultipartUpload(...given)),
  };
}
