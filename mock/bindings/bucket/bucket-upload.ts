import { objectLimits } from '../../../spec/engine-limits.ts';
import type { BucketUpload } from '../../../spec/services/object-storage/binding.ts';
import type { ObjectStore } from '../../engines/objects/index.ts';
import { bucketObject, wholeView } from './bucket-object.ts';
import { callStore } from './failed-call.ts';
import { bytesOf } from './put-value.ts';
import { secretOf } from './secret-option.ts';
import type { StreamLengths } from './stream-lengths.ts';

export interface BucketParts {
  readonly store: ObjectStore;
  readonly lengths: StreamLengths;
}

/** An upload of parts as Worker code sees it; whether there is one turns out when it is used. */
export function bucketUpload({ store, lengths }: BucketParts, key: string, uploadId: string): BucketUpload {
  return {
    key,
    uploadId,
    async uploadPart(partNumber, value, options) {
      assertPartNumber(partNumber);
      const secret = secretOf(options?.ssecKey);
      const bytes = bytesOf(value, lengths, "'uploadPart' on 'R2MultipartUpload'");
      return callStore('uploadPart', () => store.putPart(key, uploadId, partNumber, bytes, secret));
    },
    async complete(parts) {
      for (const { partNumber } of parts) assertPartNumber(partNumber);
      const record = await callStore('completeMultipartUpload', () =>
        store.completeUpload(key, uploadId, parts),
      );
      return bucketObject(record, wholeView);
    },
    async abort() {
      await callStore('abortMultipartUpload', () => store.abortUpload(key, uploadId));
    },
  };
}

function assertPartNumber(number: number): void {
  if (!(number >= 1 && number <= objectLimits.parts))
    throw new TypeError(
      `Part number must be between 1 and ${objectLimits.parts} (inclusive). Actual value was: ${number}`,
    );
}
