import { objectLimits } from '../../engine-limits.ts';

/** Whether a bucket can have this name: lower-case letters, digits and hyphens, without a hyphen at either end. */
export function isBucketName(name: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name);
}

/** The bucket binding of Worker code: Cloudflare docs, R2 Workers API reference. */
export interface Bucket {
  head(key: string): Promise<BucketObject | null>;
  /** The object, without `body` if a condition fails; null if it does not exist. */
  get(key: string, options?: BucketGetOptions): Promise<BucketObject | BucketObjectBody | null>;
  /** The stored object; null if a condition fails. */
  put(key: string, value: BucketValue, options?: BucketPutOptions): Promise<BucketObject | null>;
  delete(keys: string | readonly string[]): Promise<void>;
  list(options?: BucketListOptions): Promise<BucketList>;
  createMultipartUpload(key: string, options?: BucketUploadOptions): Promise<BucketUpload>;
  /** A handle to an upload that may not exist: this makes no request. */
  resumeMultipartUpload(key: string, uploadId: string): BucketUpload;
}

/** Content of an object; a stream must have a known length. */
export type BucketValue = ReadableStream | ArrayBuffer | ArrayBufferView | string | Blob | null;

/** Metadata of an object. */
export interface BucketObject {
  readonly key: string;
  readonly version: string;
  readonly size: number;
  readonly etag: string;
  /** The etag in double quotes, as in headers. */
  readonly httpEtag: string;
  readonly uploaded: Date;
  readonly checksums: BucketChecksums;
  readonly httpMetadata?: BucketHttpMetadata;
  readonly customMetadata?: Record<string, string>;
  /** Number of bytes of `body`. */
  readonly range?: { readonly offset: number; readonly length: number };
  readonly storageClass: string;
  readonly ssecKeyMd5?: string;
  /** Sets the headers from the HTTP metadata of the object. */
  writeHttpMetadata(headers: Headers): void;
}

/** An object with its bytes, which can be read once. */
export interface BucketObjectBody extends BucketObject {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly bodyUsed: boolean;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  text(): Promise<string>;
  json<T = unknown>(): Promise<T>;
  blob(): Promise<Blob>;
}

export interface BucketChecksums {
  readonly md5?: ArrayBuffer;
  readonly sha1?: ArrayBuffer;
  readonly sha256?: ArrayBuffer;
  readonly sha384?: ArrayBuffer;
  readonly sha512?: ArrayBuffer;
  /** The same in hexadecimal digits. */
  toJSON(): Record<string, string>;
}

export interface BucketHttpMetadata {
  contentType?: string;
  contentLanguage?: string;
  contentDisposition?: string;
  contentEncoding?: string;
  cacheControl?: string;
  cacheExpiry?: Date;
}

/** Conditions for reading or replacing an object; etags without quotes. */
export interface BucketConditional {
  readonly etagMatches?: string | undefined;
  readonly etagDoesNotMatch?: string | undefined;
  readonly uploadedBefore?: Date | undefined;
  readonly uploadedAfter?: Date | undefined;
  readonly secondsGranularity?: boolean | undefined;
}

export interface BucketRange {
  readonly offset?: number | undefined;
  readonly length?: number | undefined;
  readonly suffix?: number | undefined;
}

/** An encryption key: 32 bytes, or 64 hexadecimal digits. */
export type BucketSecret = ArrayBuffer | string;

export interface BucketGetOptions {
  readonly onlyIf?: BucketConditional | Headers | undefined;
  readonly range?: BucketRange | Headers | undefined;
  readonly ssecKey?: BucketSecret | undefined;
}

export interface BucketUploadOptions {
  readonly httpMetadata?: BucketHttpMetadata | Headers | undefined;
  readonly customMetadata?: Readonly<Record<string, string>> | undefined;
  readonly storageClass?: string | undefined;
  readonly ssecKey?: BucketSecret | undefined;
}

/** A checksum: its bytes or its hexadecimal digits. */
export type BucketChecksum = ArrayBuffer | ArrayBufferView | string;

export interface BucketPutOptions extends BucketUploadOptions {
  readonly onlyIf?: BucketConditional | Headers | undefined;
  readonly md5?: BucketChecksum | undefined;
  readonly sha1?: BucketChecksum | undefined;
  readonly sha256?: BucketChecksum | undefined;
  readonly sha384?: BucketChecksum | undefined;
  readonly sha512?: BucketChecksum | undefined;
}

export interface BucketListOptions {
  readonly limit?: number | undefined;
  readonly prefix?: string | undefined;
  readonly cursor?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly startAfter?: string | undefined;
  readonly include?: readonly ('httpMetadata' | 'customMetadata')[] | undefined;
}

interface BucketList {
  readonly objects: BucketObject[];
  readonly delimitedPrefixes: string[];
  readonly truncated: boolean;
  /** Only if there are more. */
  readonly cursor?: string;
}

interface BucketUploadedPart {
  readonly partNumber: number;
  readonly etag: string;
}

export interface BucketUpload {
  readonly key: string;
  readonly uploadId: string;
  uploadPart(
    partNumber: number,
    value: BucketValue,
    options?: { readonly ssecKey?: BucketSecret | undefined },
  ): Promise<BucketUploadedPart>;
  complete(parts: readonly BucketUploadedPart[]): Promise<BucketObject>;
  abort(): Promise<void>;
}

/** Codes and texts of failures of bucket calls: Cloudflare docs, R2 Workers API reference. */
export const bucketFailures = {
  internal: { code: 10001, text: 'We encountered an internal error. Please try again.' },
  'part-too-small': {
    code: 10011,
    text: 'Your proposed upload is smaller than the minimum allowed object size.',
  },
  'metadata-too-large': {
    code: 10012,
    text: 'Your metadata headers exceed the maximum allowed metadata size.',
  },
  'key-invalid': { code: 10020, text: 'The specified object name is not valid.' },
  'limit-invalid': {
    code: 10022,
    text: `MaxKeys params must be positive integer <= ${objectLimits.listed}.`,
  },
  'upload-unknown': { code: 10024, text: 'The specified multipart upload does not exist.' },
  'part-unknown': { code: 10025, text: 'One or more of the specified parts could not be found.' },
  // The code is the platform's for invalid arguments; the texts are ours.
  'cursor-invalid': { code: 10029, text: 'The cursor is none that a list of this bucket gave.' },
  'secret-wrong': { code: 10029, text: 'The object needs the SSE-C key that it was put with, and no other.' },
  'checksum-wrong': {
    code: 10037,
    text: [
      'The {algorithm} checksum you specified did not match what we received.',
      'You provided a {algorithm} checksum with value: {given}',
      'Actual {algorithm} was: {actual}',
    ].join('\n'),
  },
  'range-unsatisfiable': { code: 10039, text: 'The requested range is not satisfiable' },
  'parts-unequal': { code: 10048, text: 'There was a problem with the multipart upload.' },
  'upload-too-large': {
    code: 100_100,
    text: 'Your proposed upload exceeds the maximum allowed object size.',
  },
} as const;

export type BucketFailureName = keyof typeof bucketFailures;

/** The operation of a bucket call; each failure message begins with it. */
export type BucketAction =
  | 'head'
  | 'get'
  | 'put'
  | 'delete'
  | 'list'
  | 'createMultipartUpload'
  | 'uploadPart'
  | 'completeMultipartUpload'
  | 'abortMultipartUpload';
