import { describe, expect, it } from 'vitest';
import { objectLimits } from '../../../spec/engine-limits.ts';
import type { BucketPutOptions } from '../../../spec/services/object-storage/binding.ts';
import { parseEntityTags } from './conditional.ts';
import { found, md5OfAbc, openBucket } from './testing/open-bucket.ts';

const bytes = (words: string) => new TextEncoder().encode(words);

describe('a bucket', () => {
  it('stores bytes as they were at the call', async () => {
    const { bucket } = openBucket();
    const view = bytes('abc');
    const putting = bucket.put('a', view);
    view.fill(0);
    expect((await putting)?.etag).toBe(md5OfAbc);
  });

  it('stores streams of known length, and no others', async () => {
    const { bucket, lengths } = openBucket();
    const { body } = new Response('abc');
    await expect(bucket.put('a', body)).rejects.toThrow(
      new TypeError(
        'Provided readable stream must have a known length (request/response body or readable half of FixedLengthStream)',
      ),
    );
    if (body) lengths.note(body, 3);
    expect((await bucket.put('a', body))?.etag).toBe(md5OfAbc);
    const object = await found(bucket, 'a');
    expect((await bucket.put('b', object.body))?.etag).toBe(md5OfAbc);
  });

  it('stores nothing from a stream that ends early', async () => {
    const { bucket, lengths } = openBucket();
    await bucket.put('a', 'old');
    const { body } = new Response('abc');
    if (body) lengths.note(body, 4);
    await expect(bucket.put('a', body)).rejects.toThrow('Network connection lost.');
    expect(await (await found(bucket, 'a')).text()).toBe('old');
  });

  it('stores no value without bytes', async () => {
    const { bucket } = openBucket();
    // Arguments from untyped code.
    await expect(bucket.put('a', 5 as unknown as null)).rejects.toThrow(
      new TypeError(
        "Failed to execute 'put' on 'R2Bucket': parameter 2 is not of type 'ReadableStream or ArrayBuffer or ArrayBufferView or string or Blob'.",
      ),
    );
  });

  it('treats null like missing options', async () => {
    const { bucket } = openBucket();
    // Arguments from untyped code.
    const none = null as unknown as undefined;
    await bucket.put('a', 'abc', none);
    await bucket.put('a', 'abc', { md5: none, onlyIf: none });
    expect(await (await found(bucket, 'a', none)).text()).toBe('abc');
    expect((await bucket.list(none)).objects).toHaveLength(1);
    await (await bucket.createMultipartUpload('a', none)).uploadPart(1, 'abc', none);
  });

  it.each<[string, BucketPutOptions, Error]>([
    ['a short secret', { ssecKey: 'ab' }, new Error('SSE-C Key must be 32 bytes in length')],
    [
      'a short secret as bytes',
      { ssecKey: new ArrayBuffer(31) },
      new Error('SSE-C Key must be 32 bytes in length'),
    ],
    ['a secret in capitals', { ssecKey: 'AB'.repeat(32) }, new Error('SSE-C Key has invalid format')],
    [
      'metadata that is too large',
      { customMetadata: { a: 'b'.repeat(8_192) } },
      new Error('put: Your metadata headers exceed the maximum allowed metadata size. (10012)'),
    ],
  ])('refuses to put %s', async (_, options, error) => {
    const { bucket } = openBucket();
    await expect(bucket.put('a', 'abc', options)).rejects.toThrow(error);
    await expect(bucket.put('a', 'abc', options)).rejects.toBeInstanceOf(error.constructor);
    expect(await bucket.head('a')).toBeNull();
  });

  it('refuses keys that are too long in every method', async () => {
    const { bucket } = openBucket();
    const key = 'a'.repeat(objectLimits.keyBytes + 1);
    const text = 'The specified object name is not valid. (10020)';
    await expect(bucket.head(key)).rejects.toThrow(`head: ${text}`);
    await expect(bucket.get(key)).rejects.toThrow(`get: ${text}`);
    await expect(bucket.put(key, '')).rejects.toThrow(`put: ${text}`);
    await expect(bucket.delete([key])).rejects.toThrow(`delete: ${text}`);
    await expect(bucket.createMultipartUpload(key)).rejects.toThrow(`createMultipartUpload: ${text}`);
  });
});

const strong = (value: string) => ({ type: 'strong', value });
const weak = (value: string) => ({ type: 'weak', value });
const any = { type: 'any' };

describe('the tags of a condition', () => {
  it.each([
    ['"a"', [strong('a')]],
    ['""', [strong('')]],
    ['W/"a"', [weak('a')]],
    ['"a", W/"b",\t"c"', [strong('a'), weak('b'), strong('c')]],
    ['"a,b"', [strong('a,b')]],
    [', ,"a",,', [strong('a')]],
    ['*', [any]],
    ['"a", *', [any]],
    ['*, "a"', [any]],
    ['"a", garbage', [strong('a')]],
    ['"a" garbage, "b"', [strong('a')]],
  ])('of %s are %j', (value, tags) => {
    expect(parseEntityTags(value, 'if-match')).toEqual(tags);
  });

  it.each([
    ['a', 'Invalid ETag in if-match header'],
    ['garbage, "a"', 'Invalid ETag in if-match header'],
    ['w/"a"', 'Invalid ETag in if-match header'],
    [',', 'Invalid ETag in if-match header'],
    ['W/a', 'Weak etags must start with W/ and their value must be quoted'],
    ['W "a"', 'Weak etags must start with W/ and their value must be quoted'],
    ['"a', 'Unclosed double quote for Etag'],
    ['W/"a', 'Unclosed double quote for Etag'],
    [
      '"a" "b"',
      `Comma was expected to separate etags. Encountered a double quote character '"' instead. This would otherwise indicate the start of a new strong etag.`,
    ],
    ['"a" *', "Comma was expected to separate etags. Encountered a wildcard character '*' instead."],
    [
      '"a" W/"b"',
      "Comma was expected to separate etags. Encountered a weak quotation character 'W' instead. This would otherwise indicate the start of a new weak etag.",
    ],
  ])("can't be parsed in %s", (value, message) => {
    expect(() => parseEntityTags(value, 'if-match')).toThrow(new Error(message));
  });
});
