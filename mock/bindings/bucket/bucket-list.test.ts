import { describe, expect, it } from 'vitest';
import type { BucketListOptions } from '../../../spec/services/object-storage/binding.ts';
import { openBucket } from './testing/open-bucket.ts';

describe('a list of a bucket', () => {
  async function filled() {
    const { bucket } = openBucket();
    for (const key of ['a', 'b/1', 'b/2', 'c'])
      await bucket.put(key, key, { httpMetadata: { contentType: 'x/y' }, customMetadata: { of: key } });
    return bucket;
  }

  it('goes from page to page', async () => {
    const bucket = await filled();
    const first = await bucket.list({ limit: 2, delimiter: '/' });
    expect(first).toMatchObject({ truncated: true, delimitedPrefixes: ['b/'] });
    const second = await bucket.list({ limit: 2, delimiter: '/', cursor: first.cursor });
    expect(second.objects.map(({ key }) => key)).toEqual(['c']);
    expect(second).toMatchObject({ truncated: false, delimitedPrefixes: [] });
    expect('cursor' in second).toBe(false);
  });

  it('has the metadata that are asked for, and no others', async () => {
    const bucket = await filled();
    const [bare] = (await bucket.list({ limit: 1 })).objects;
    expect([bare?.httpMetadata, bare?.customMetadata, bare?.range]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(() => bare?.writeHttpMetadata(new Headers())).toThrow(
      new TypeError(
        "HTTP metadata unknown for key `a`. Did you forget to add 'httpMetadata' to `include` when listing?",
      ),
    );
    const [full] = (await bucket.list({ include: ['httpMetadata', 'customMetadata'] })).objects;
    expect([full?.httpMetadata, full?.customMetadata]).toEqual([{ contentType: 'x/y' }, { of: 'a' }]);
  });

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
