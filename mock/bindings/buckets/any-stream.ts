import type { Bucket, BucketUpload, BucketValue } from '../../../spec/services/object-storage/binding.ts';

/**
 * A bucket for code that is called without a server. The platform knows how long the body of a request is and refuses
 * other streams; here nobody knows it of any stream, so each is read to its end first.
 */
export function withAnyStream(bucket: Bucket): Bucket {
  return {
    ...bucket,
    put: async (key, value, options) => bucket.put(key, await readWhole(value), options),
    createMultipartUpload: async (...given) => uploadOf(await bucket.createMultipartUpload(...given)),
    resumeMultipartUpload: (...given) => uploadOf(bucket.resumeMultipartUpload(...given)),
  };
}

function uploadOf(upload: BucketUpload): BucketUpload {
  return {
    ...upload,
    uploadPart: async (number, value, options) => upload.uploadPart(number, await readWhole(value), options),
  };
}

async function readWhole(value: BucketValue): Promise<BucketValue> {
  return value instanceof ReadableStream ? new Response(value).arrayBuffer() : value;
}
