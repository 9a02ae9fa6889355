import { describe, expect, it } from 'vitest';
import { objectLimits } from '../../../spec/engine-limits.ts';
import type {
  BucketGetOptions,
  BucketListOptions,
  BucketObjectBody,
  BucketPutOptions,
} from '../../../spec/services/object-storage/binding.ts';
import { parseEntityTags } from './conditional.ts';
import { found, md5OfAbc, openBucket } from './testing/open-bucket.ts';

const sha1OfAbc = 'a9993e364706816aba3e25717850c26c9cd0d89d';
const bytes = (words: string) => new TextEncoder().encode(words);
const secret = 'ab'.repeat(32);

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

  it('reads a body once, with each method', async () => {
    const { bucket } = openBucket();
    await bucket.put('a', '{"b":1}', { httpMetadata: { contentType: 'application/x-thing' } });
    const ways: readonly ((object: BucketObjectBody) => Promise<unknown>)[] = [
      async (object) => new TextDecoder().decode(await object.arrayBuffer()),
      async (object) => new TextDecoder().decode(await object.bytes()),
      (object) => object.text(),
      async (object) => JSON.stringify(await object.json()),
      async (object) => {
        const blob = await object.blob();
        expect(blob.type).toBe('application/x-thing');
        return blob.text();
      },
      (object) => new Response(object.body).text(),
    ];
    for (const way of ways) {
      const object = await found(bucket, 'a');
      expect(object.bodyUsed).toBe(false);
      expect(await way(object)).toBe('{"b":1}');
      expect(object.bodyUsed).toBe(true);
      await expect(object.text()).rejects.toThrow('Body has already been used.');
    }
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

  it.each([
    ['0', '2000-01-01T00:00:00.000Z'],
    ['never', '1970-01-01T00:00:00.000Z'],
  ])('reads %s in the header expires as a time', async (expires, time) => {
    const { bucket } = openBucket();
    await bucket.put('a', '', { httpMetadata: new Headers({ expires }) });
    expect((await bucket.head('a'))?.httpMetadata?.cacheExpiry?.toISOString()).toBe(time);
  });

  it.each<[string, BucketPutOptions, Error]>([
    [
      'two checksums',
      { md5: md5OfAbc, sha1: sha1OfAbc },
      new TypeError('You cannot specify multiple hashing algorithms.'),
    ],
    ['too few bytes', { md5: new Uint8Array(15) }, new TypeError('MD5 is 16 bytes, not 15')],
    ['too few digits', { md5: 'abc' }, new TypeError('MD5 is 32 hex characters, not 3')],
    ['too many digits', { sha256: 'a'.repeat(65) }, new TypeError('SHA-256 is 64 hex characters, not 65')],
    ['no digits', { sha384: 'x'.repeat(96) }, new TypeError("Provided SHA-384 wasn't a valid hex string")],
    [
      'an etag in quotes',
      { onlyIf: { etagMatches: '"a"' } },
      new TypeError('Conditional ETag should not be wrapped in quotes ("a").'),
    ],
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

  it('returns bytes only with the secret', async () => {
    const { bucket } = openBucket();
    const buffer = new Uint8Array(Buffer.from(secret, 'hex')).buffer;
    const put = await bucket.put('a', 'abc', { ssecKey: secret });
    expect(put?.ssecKeyMd5).toMatch(/^[\w+/]{22}==$/);
    await expect(bucket.get('a')).rejects.toThrow(/^get: .* \(10029\)$/);
    expect(await (await found(bucket, 'a', { ssecKey: buffer })).text()).toBe('abc');
  });
});

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
      'a suffix with an offset',
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

describe('a list of a bucket', () => {
  it.each<[string, BucketListOptions, Error]>([
    ['no keys', { limit: 0 }, new Error('list: MaxKeys params must be positive integer <= 1000. (10022)')],
    [
      'too many keys',
      { limit: 1_001 },
      new Error('list: MaxKeys params must be positive integer <= 1000. (10022)'),
    ],
    // Arguments from untyped code.
    [
      'include values that do not exist',
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
