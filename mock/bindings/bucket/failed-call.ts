import { fillTemplate } from '../../../spec/failure.ts';
import {
  type BucketAction,
  type BucketFailureName,
  bucketFailures,
} from '../../../spec/services/object-storage/binding.ts';
import {
  ChecksumError,
  type HashName,
  ObjectError,
  type ObjectFailure,
} from '../../engines/objects/index.ts';

/** Messages of a bucket for failures of the store. */
const names: Readonly<Partial<Record<ObjectFailure, BucketFailureName>>> = {
  'bad-key': 'key-invalid',
  'metadata-too-large': 'metadata-too-large',
  'too-large': 'upload-too-large',
  'bad-checksum': 'checksum-wrong',
  'bad-range': 'range-unsatisfiable',
  'wrong-secret': 'secret-wrong',
  'bad-limit': 'limit-invalid',
  'bad-cursor': 'cursor-invalid',
  'unknown-upload': 'internal',
  'closed-upload': 'upload-unknown',
  'repeated-part': 'internal',
  'missing-part': 'part-unknown',
  'small-part': 'part-too-small',
  'unequal-parts': 'parts-unequal',
};

/** How messages name a checksum. */
export const checksumNames: Readonly<Record<HashName, string>> = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

/** Runs a call of the store, and turns its failure into that of a bucket: a plain Error with a code. */
export async function callStore<T>(action: BucketAction, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof ObjectError ? getFailure(action, error) : error;
  }
}

function getFailure(action: BucketAction, cause: ObjectError): Error {
  // The runtime's message for a body whose client has left.
  if (cause.failure === 'cut-body') return new Error('Network connection lost.', { cause });
  const { code, text } = bucketFailures[names[cause.failure] ?? 'internal'];
  const filled = cause instanceof ChecksumError ? fillTemplate(text, getDetail(cause)) : text;
  return new Error(`${action}: ${filled} (${code})`, { cause });
}

function getDetail({ algorithm, given, actual }: ChecksumError) {
  return { algorithm: checksumNames[algorithm], given, actual };
}
