import { describe, expect, it } from 'vitest';
import type { BucketListOptions } from '../../../spec/services/object-storage/binding.ts';
import { openBucket } from './testing/open-bucket.ts';

describe('a list of a bucket', () => {
  it.each<[string, BucketListOptions, Error]>([
    ['no keys', { limit: 0 }, new Error('list: MaxKeys params must be positive integer <= 1000. (10022)')],
    [
      'too many keys',
      { limit: 1_001 },
      new Error('list: MaxKeys params must be positive integer <= 1000. (10022)'),
    ],
    // What code without types may give.
    [
      'what is not there',
      { include: ['body' as 'httpMetadata'] },
      new RangeError('Unsupported include value body'),
    ],
    [
      'another cursor',
      { cursor: '%' },
      new Error('list: The cursor is none that a list of this bucket gave. (10029)'),
    ],
  ])('is refused with %s', async (_, options, error) => {
    const { bucket } = openBucket();
    await expect(bucket.list(options)).rejects.toThrow(error);
    await expect(bucket.list(options)).rejects.toBeInstanceOf(error.constructor);
  });
});
