import { objectLimits } from '../../../spec/engine-limits.ts';
import type {
  Bucket,
  BucketListOptions,
  BucketUpload,
  BucketUploadOptions,
} from '../../../spec/services/object-storage/binding.ts';
import type { ListQuery, ObjectMetadata, ObjectStore } from '../../engines/objects/index.ts';
import { bucketObject, bucketObjectBody, wholeView } from './bucket-object.ts';
import { getCondition } from './conditional.ts';
import { callStore } from './failed-call.ts';
import {
  createStreamLengths,
  getChecksum,
  getRange,
  getSecret,
  getStoredHeaders,
  type StreamLengths,
  toBytes,
} from './put-options.ts';

export interface BucketOptions {
  /** Lengths of streams; a server notes those of its request bodies. */
  readonly lengths?: StreamLengths | undefined;
}

/**
 * A bucket for Worker code, backed by an object store.
 *
 * @example
 * const bucket = createBucket(createObjectStore({ storage: memoryStorage() }));
 * await bucket.put('greeting', 'hello');
 */
export function createBucket(store: ObjectStore, options: BucketOptions = {}): Bucket {
  const { lengths = createStreamLengths() } = options;
  const parts = { store, lengths };
  return {
    async head(name) {
      const record = await callStore('head', () => store.head(getKey(name)));
      return record
        ? bucketObject(record, { ...wholeView, range: { offset: 0, length: record.size } })
        : null;
    },

    async get(name, options) {
      const { onlyIf, range, ssecKey } = options ?? {};
      const settings = {
        condition: onlyIf ? getCondition(onlyIf) : undefined,
        range: range ? getRange(range) : undefined,
        secretMd5: getSecret(ssecKey),
      };
      const found = await callStore('get', () => store.get(getKey(name), settings));
      if (found === undefined) return null;
      const { record, extent, body } = found;
      const view = { ...wholeView, range: extent };
      if (body === undefined) return bucketObject(record, view);
      lengths.note(body, extent.length);
      return bucketObjectBody(record, view, body);
    },

    async put(name, value, options) {
      const settings = options ?? {};
      const condition = settings.onlyIf ? getCondition(settings.onlyIf) : undefined;
      const metadata = toMetadata(settings);
      const checksum = getChecksum(settings);
      const bytes = toBytes(value, lengths, "'put' on 'R2Bucket'");
      const record = await callStore('put', () =>
        store.put(getKey(name), bytes, metadata, { condition, checksum }),
      );
      return record ? bucketObject(record, wholeView) : null;
    },

    async delete(names) {
      const keys = Array.isArray(names) ? names.map(getKey) : [getKey(names)];
      await callStore('delete', () => store.delete(keys));
    },

    async list(options) {
      const settings = options ?? {};
      const include = includedIn(settings);
      const { records, prefixes, cursor } = await callStore('list', () => store.list(toQuery(settings)));
      return {
        objects: records.map((record) => bucketObject(record, include)),
        delimitedPrefixes: [...prefixes],
        truncated: cursor !== undefined,
        ...(cursor !== undefined && { cursor }),
      };
    },

    async createMultipartUpload(name, settings) {
      const key = getKey(name);
      const metadata = toMetadata(settings ?? {});
      const id = await callStore('createMultipartUpload', () => store.createUpload(key, metadata));
      return bucketUpload(parts, key, id);
    },
    resumeMultipartUpload: (name, uploadId) => bucketUpload(parts, getKey(name), String(uploadId)),
  };
}

// The platform's strings are UTF-8, which excludes unpaired surrogates.
const getKey = (name: unknown) => String(name).toWellFormed();

const storageClasses = ['Standard', 'InfrequentAccess'];

function toMetadata(options: BucketUploadOptions): ObjectMetadata {
  const { httpMetadata = {}, customMetadata = {}, storageClass = 'Standard', ssecKey } = options;
  if (!storageClasses.includes(storageClass))
    throw new TypeError(`storageClass is ${storageClasses.join(' or ')}, not ${storageClass}.`);
  return {
    headers: getStoredHeaders(httpMetadata),
    custom: Object.fromEntries(Object.entries(customMetadata).map(([name, text]) => [name, String(text)])),
    storageClass,
    secretMd5: getSecret(ssecKey),
  };
}

function includedIn({ include = [] }: BucketListOptions) {
  for (const one of include)
    if (one !== 'httpMetadata' && one !== 'customMetadata')
      throw new RangeError(`Unsupported include value ${String(one)}`);
  return { http: include.includes('httpMetadata'), custom: include.includes('customMetadata') };
}

function toQuery({ limit, prefix, cursor, delimiter, startAfter }: BucketListOptions): ListQuery {
  // Converts to an integer as the platform does, by dropping the fraction.
  return {
    limit: limit === undefined ? undefined : Math.trunc(limit),
    prefix,
    cursor,
    delimiter,
    startAfter,
  };
}

export interface BucketParts {
  readonly store: ObjectStore;
  readonly lengths: StreamLengths;
}

/** A multipart upload for Worker code; whether it exists shows when it is used. */
export function bucketUpload({ store, lengths }: BucketParts, key: string, uploadId: string): BucketUpload {
  return {
    key,
    uploadId,
    async uploadPart(partNumber, value, options) {
      assertPartNumber(partNumber);
      const secret = getSecret(options?.ssecKey);
      const bytes = toBytes(value, lengths, "'uploadPart' on 'R2MultipartUpload'");
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
