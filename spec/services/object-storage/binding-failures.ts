import { objectLimits } from '../../object-limits.ts';

/** Codes and texts of what calls of a bucket fail with: fact sheet example-apps, section 1.8. */
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
  // The code is the platform's for what an argument can't be; the texts are ours.
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

/** What of a bucket a call is about; each message of a failure begins with it. */
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
