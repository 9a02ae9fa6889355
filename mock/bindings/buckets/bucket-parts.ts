import type { Bucket, BucketUpload, BucketValue } from '../../../spec/services/object-storage/binding.ts';
import { isStream } from '../../../spec/value-kinds.ts';
import type { StreamLengths } from '../bucket/put-options.ts';

/** Loaded with the first call of a bucket. */
export { createBucket } from '../bucket/bucket.ts';

/**
 * A bucket that accepts streams whose length is unknown here, such as the answer of another server. The platform knows
 * many of these lengths, so each stream is read to its end first. A stream of unknown length on the platform is
 * refused.
 *
 * @param lengths omitted without a server, when nothing notes lengths
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
