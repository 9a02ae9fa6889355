import { describe, expect, it } from 'vitest';
import type { BucketGetOptions } from '../../../spec/services/object-storage/binding.ts';
import { found, md5OfAbc, openBucket } from './testing/open-bucket.ts';

describe('a range of a bucket', () => {
  it.each<[string, BucketGetOptions['range'], string, object]>([
    ['none', undefined, '0123456789', { offset: 0, length: 10 }],
    ['an offset', { offset: 4 }, '456789', { offset: 4, length: 6 }],
    ['an offset and a length', { offset: 4, length: 2 }, '45', { offset: 4, length: 2 }],
    ['a length', { length: 2 }, '01', { offset: 0, length: 2 }],
    ['a suffix', { suffix: 2 }, '89', { offset: 8, length: 2 }],
    ['a header', new Headers({ range: 'bytes=1-2' }), '12', { offset: 1, length: 2 }],
    ['a header of nonsense', new Headers({ range: 'lines=1-2' }), '0123456789', { offset: 0, length: 10 }],
    ['headers without one', new Headers(), '0123456789', { offset: 0, length: 10 }],
  ])('has the bytes of %s', async (_, range, expected, extent) => {
    const { bucket, lengths } = openBucket();
    await bucket.put('a', '0123456789');
    const object = await found(bucket, 'a', { range });
    expect([object.range, object.size, lengths.of(object.body)]).toEqual([extent, 10, expected.length]);
    expect(await object.text()).toBe(expected);
  });

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

describe('a condition of a bucket', () => {
  const at = 1_767_268_800_500;
  it.each<[string, BucketGetOptions['onlyIf'], boolean]>([
    ['its etag', { etagMatches: md5OfAbc }, true],
    ['any etag', { etagMatches: '*' }, true],
    ['another etag', { etagMatches: 'a' }, false],
    ['not its etag', { etagDoesNotMatch: md5OfAbc }, false],
    ['not another etag', { etagDoesNotMatch: 'a' }, true],
    ['a millisecond before', { uploadedAfter: new Date(at - 1) }, true],
    ['the time itself', { uploadedAfter: new Date(at) }, false],
    [
      'a millisecond before, in seconds',
      { uploadedAfter: new Date(at - 1), secondsGranularity: true },
      false,
    ],
    ['a millisecond after', { uploadedBefore: new Date(at + 1) }, true],
    ['no date', { uploadedAfter: new Date('no date') }, true],
    ['If-Match', new Headers({ 'if-match': `"x", "${md5OfAbc}"` }), true],
    ['If-None-Match', new Headers({ 'if-none-match': `W/"${md5OfAbc}"` }), false],
    [
      'If-Modified-Since of the second',
      new Headers({ 'if-modified-since': new Date(at).toUTCString() }),
      false,
    ],
    [
      'If-Unmodified-Since of the second',
      new Headers({ 'if-unmodified-since': new Date(at).toUTCString() }),
      false,
    ],
    ['If-Unmodified-Since that is no date', new Headers({ 'if-unmodified-since': 'today' }), false],
    ['empty headers', new Headers({ 'if-match': '', 'if-none-match': '' }), true],
    ['no headers', new Headers({ 'if-range': '"x"' }), true],
  ])('of %s gives bytes and lets a put replace, or neither', async (_, onlyIf, holds) => {
    const { bucket } = openBucket(at);
    await bucket.put('a', 'abc');
    const object = await bucket.get('a', { onlyIf, range: { length: 1 } });
    expect([object?.key, object !== null && 'body' in object]).toEqual(['a', holds]);
    expect((await bucket.put('a', 'new', { onlyIf })) !== null).toBe(holds);
    expect(await (await found(bucket, 'a')).text()).toBe(holds ? 'new' : 'abc');
  });
});
