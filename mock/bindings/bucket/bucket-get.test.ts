import { describe, expect, it } from 'vitest';
import type { BucketGetOptions } from '../../../spec/services/object-storage/binding.ts';
import { openBucket } from './testing/open-bucket.ts';

describe('a range of a bucket', () => {
  it.each<[string, BucketGetOptions['range'], Error]>([
    [
      'a negative offset',
      { offset: -1 },
      new RangeError('Invalid range. Starting offset (-1) must be greater than or equal to 0.'),
    ],
    [
      'half an offset',
      { offset: 0.5 },
      new RangeError('Invalid range. Starting offset (0.5) must be an integer, not floating point.'),
    ],
    [
      'a negative length',
      { length: -1 },
      new RangeError('Invalid range. Length (-1) must be greater than or equal to 0.'),
    ],
    [
      'half a length',
      { length: 1.5 },
      new RangeError('Invalid range. Length (1.5) must be an integer, not floating point.'),
    ],
    [
      'a negative suffix',
      { suffix: -1 },
      new RangeError('Invalid suffix. Suffix (-1) must be greater than or equal to 0.'),
    ],
    [
      'half a suffix',
      { suffix: 1.5 },
      new RangeError('Invalid range. Suffix (1.5) must be an integer, not floating point.'),
    ],
    [
      'a suffix and an offset',
      { suffix: 1, offset: 1 },
      new TypeError('Suffix is incompatible with offset.'),
    ],
    ['a suffix and a length', { suffix: 1, length: 1 }, new TypeError('Suffix is incompatible with length.')],
    [
      'an offset at the end',
      { offset: 10 },
      new Error('get: The requested range is not satisfiable (10039)'),
    ],
    ['no length', { length: 0 }, new Error('get: The requested range is not satisfiable (10039)')],
    ['no suffix', { suffix: 0 }, new Error('get: The requested range is not satisfiable (10039)')],
  ])('is refused with %s', async (_, range, error) => {
    const { bucket } = openBucket();
    await bucket.put('a', '0123456789');
    await expect(bucket.get('a', { range })).rejects.toThrow(error);
    await expect(bucket.get('a', { range })).rejects.toBeInstanceOf(error.constructor);
  });
});
