import { describe, expect, it } from 'vitest';
import { objectLimits } from '../../../spec/object-limits.ts';
import type {
  BucketGetOptions,
  BucketListOptions,
  BucketObjectBody,
  BucketPutOptions,
  BucketValue,
} from '../../../spec/services/object-storage/binding.ts';
import { createObjectStore, memoryStorage } from '../../engines/objects/index.ts';
import { createBucket } from './bucket.ts';
import { createStreamLengths } from './stream-lengths.ts';

const md5OfAbc = '900150983cd24fb0d6963f7d28e17f72';
const sha1OfAbc = 'a9993e364706816aba3e25717850c26c9cd0d89d';
const bytes = (words: string) => new TextEncoder().encode(words);
const secret = 'ab'.repeat(32);

function openBucket(now = 1_767_268_800_500) {
  const lengths = createStreamLengths();
  const bucket = createBucket(createObjectStore({ storage: memoryStorage(), now: () => now }), { lengths });
  return { bucket, lengths };
}

type TestBucket = ReturnType<typeof openBucket>['bucket'];

/** An object that is there, with its bytes. */
async function found(bucket: TestBucket, key: string, options?: BucketGetOptions): Promise<BucketObjectBody> {
  const object = await bucket.get(key, options);
  if (object === null || !('body' in object)) throw new Error(`There are no bytes of ${key}.`);
  return object;
}

const hex = (buffer: ArrayBuffer | undefined) => Buffer.from(buffer ?? new ArrayBuffer(0)).toString('hex');

describe('a bucket', () => {
  it('tells of an object what was put', async () => {
    const { bucket } = openBucket();
    const expires = new Date('2030-01-01T00:00:00Z');
    const put = await bucket.put('a/b', 'abc', {
      httpMetadata: { contentType: 'text/x', cacheExpiry: expires },
      customMetadata: { one: '1' },
    });
    const head = await bucket.head('a/b');
    for (const object of [put, head, await found(bucket, 'a/b')]) {
      expect(object).toMatchObject({
        key: 'a/b',
        size: 3,
        etag: md5OfAbc,
        httpEtag: `"${md5OfAbc}"`,
        uploaded: new Date('2026-01-01T12:00:00.500Z'),
        httpMetadata: { contentType: 'text/x', cacheExpiry: expires },
        customMetadata: { one: '1' },
        storageClass: 'Standard',
        version: put?.version,
      });
      expect(hex(object?.checksums.md5)).toBe(md5OfAbc);
    }
    expect([put?.range, head?.range]).toEqual([undefined, { offset: 0, length: 3 }]);
    expect(JSON.parse(JSON.stringify(put))).toMatchObject({ checksums: { md5: md5OfAbc } });
  });

  it('has null for what is not there', async () => {
    const { bucket } = openBucket();
    expect([await bucket.head('a'), await bucket.get('a')]).toEqual([null, null]);
  });

  it.each<[string, BucketValue, string]>([
    ['a text', 'é', 'é'],
    ['nothing', null, ''],
    ['a buffer', bytes('abc').buffer, 'abc'],
    ['a view of a part of a buffer', new DataView(bytes('xabcx').buffer, 1, 3), 'abc'],
    ['a blob', new Blob(['ab', 'c']), 'abc'],
  ])('stores %s', async (_, value, expected) => {
    const { bucket } = openBucket();
    await bucket.put('a', value);
    expect(await (await found(bucket, 'a')).text()).toBe(expected);
  });

  it('stores bytes as they were when they were put', async () => {
    const { bucket } = openBucket();
    const view = bytes('abc');
    const putting = bucket.put('a', view);
    view.fill(0);
    expect((await putting)?.etag).toBe(md5OfAbc);
  });

  it('stores streams whose length is known, and no others', async () => {
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

  it('stores nothing of a stream that ends before it should', async () => {
    const { bucket, lengths } = openBucket();
    await bucket.put('a', 'old');
    const { body } = new Response('abc');
    if (body) lengths.note(body, 4);
    await expect(bucket.put('a', body)).rejects.toThrow('Network connection lost.');
    expect(await (await found(bucket, 'a')).text()).toBe('old');
  });

  it('stores nothing that has no bytes', async () => {
    const { bucket } = openBucket();
    // What code without types may give.
    await expect(bucket.put('a', 5 as unknown as null)).rejects.toThrow(
      new TypeError(
        "Failed to execute 'put' on 'R2Bucket': parameter 2 is not of type 'ReadableStream or ArrayBuffer or ArrayBufferView or string or Blob'.",
      ),
    );
  });

  it('reads a body once, in each way', async () => {
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

  it('takes null for options that are left out', async () => {
    const { bucket } = openBucket();
    // What code without types may give.
    const none = null as unknown as undefined;
    await bucket.put('a', 'abc', none);
    await bucket.put('a', 'abc', { md5: none, onlyIf: none });
    expect(await (await found(bucket, 'a', none)).text()).toBe('abc');
    expect((await bucket.list(none)).objects).toHaveLength(1);
    await (await bucket.createMultipartUpload('a', none)).uploadPart(1, 'abc', none);
  });

  it('deletes one key or many, there or not', async () => {
    const { bucket } = openBucket();
    for (const key of ['a', 'b', 'c', 'd']) await bucket.put(key, key);
    await bucket.delete('a');
    await bucket.delete(['b', 'c', 'x', 'b']);
    await bucket.delete('x');
    expect((await bucket.list()).objects.map(({ key }) => key)).toEqual(['d']);
  });

  it('keeps the headers that it knows, and writes those alone', async () => {
    const { bucket } = openBucket();
    const known = {
      'content-type': 'text/html',
      'content-language': 'de',
      'content-disposition': 'inline',
      'content-encoding': 'br',
      'cache-control': 'no-store',
      expires: 'Tue, 01 Jan 2030 00:00:00 GMT',
    };
    const headers = new Headers({ ...known, 'x-amz-meta-a': 'b', 'content-length': '3' });
    await bucket.put('a', 'abc', { httpMetadata: headers });
    const written = new Headers();
    (await bucket.head('a'))?.writeHttpMetadata(written);
    expect(Object.fromEntries(written)).toEqual(known);
    await bucket.put('a', 'abc');
    expect((await bucket.head('a'))?.httpMetadata).toEqual({});
  });

  it.each([
    ['0', '2000-01-01T00:00:00.000Z'],
    ['never', '1970-01-01T00:00:00.000Z'],
  ])('takes %s in the header expires for a time', async (expires, time) => {
    const { bucket } = openBucket();
    await bucket.put('a', '', { httpMetadata: new Headers({ expires }) });
    expect((await bucket.head('a'))?.httpMetadata?.cacheExpiry?.toISOString()).toBe(time);
  });

  it('verifies and keeps one checksum, as bytes or as digits', async () => {
    const { bucket } = openBucket();
    for (const sha1 of [sha1OfAbc, sha1OfAbc.toUpperCase(), new Uint8Array(Buffer.from(sha1OfAbc, 'hex'))]) {
      const object = await bucket.put('a', 'abc', { sha1 });
      expect(object?.checksums.toJSON()).toEqual({ md5: md5OfAbc, sha1: sha1OfAbc });
    }
    const wrong = bucket.put('a', 'abd', { sha1: sha1OfAbc });
    await expect(wrong).rejects.toThrow(
      new Error(
        [
          'put: The SHA-1 checksum you specified did not match what we received.',
          `You provided a SHA-1 checksum with value: ${sha1OfAbc}`,
          'Actual SHA-1 was: cb4cc28df0fdbe0ecf9d9662e294b118092a5735 (10037)',
        ].join('\n'),
      ),
    );
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
      'a short secret of bytes',
      { ssecKey: new ArrayBuffer(31) },
      new Error('SSE-C Key must be 32 bytes in length'),
    ],
    ['a secret in capitals', { ssecKey: 'AB'.repeat(32) }, new Error('SSE-C Key has invalid format')],
    [
      'metadata that is too large',
      { customMetadata: { a: 'b'.repeat(8_192) } },
      new Error('put: Your metadata headers exceed the maximum allowed metadata size. (10012)'),
    ],
  ])('is put nothing with %s', async (_, options, error) => {
    const { bucket } = openBucket();
    await expect(bucket.put('a', 'abc', options)).rejects.toThrow(error);
    await expect(bucket.put('a', 'abc', options)).rejects.toBeInstanceOf(error.constructor);
    expect(await bucket.head('a')).toBeNull();
  });

  it('refuses keys that are too long, whatever is done with them', async () => {
    const { bucket } = openBucket();
    const key = 'a'.repeat(objectLimits.keyBytes + 1);
    const text = 'The specified object name is not valid. (10020)';
    await expect(bucket.head(key)).rejects.toThrow(`head: ${text}`);
    await expect(bucket.get(key)).rejects.toThrow(`get: ${text}`);
    await expect(bucket.put(key, '')).rejects.toThrow(`put: ${text}`);
    await expect(bucket.delete([key])).rejects.toThrow(`delete: ${text}`);
    await expect(bucket.createMultipartUpload(key)).rejects.toThrow(`createMultipartUpload: ${text}`);
  });

  it('gives bytes to those alone who have the secret', async () => {
    const { bucket } = openBucket();
    const buffer = new Uint8Array(Buffer.from(secret, 'hex')).buffer;
    const put = await bucket.put('a', 'abc', { ssecKey: secret });
    expect(put?.ssecKeyMd5).toMatch(/^[\w+/]{22}==$/);
    await expect(bucket.get('a')).rejects.toThrow(/^get: .* \(10029\)$/);
    expect(await (await found(bucket, 'a', { ssecKey: buffer })).text()).toBe('abc');
  });
});

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

describe('an upload of a bucket', () => {
  it('makes an object of parts', async () => {
    const { bucket } = openBucket();
    const upload = await bucket.createMultipartUpload('a', { customMetadata: { b: 'c' } });
    const same = bucket.resumeMultipartUpload('a', upload.uploadId);
    const first = await upload.uploadPart(1, new Uint8Array(objectLimits.partBytes));
    const second = await same.uploadPart(2, new Blob(['end']));
    expect([first.partNumber, second.partNumber]).toEqual([1, 2]);
    const object = await same.complete([first, second]);
    expect(object).toMatchObject({ key: 'a', size: objectLimits.partBytes + 3, customMetadata: { b: 'c' } });
    expect(object.etag).toMatch(/^[0-9a-f]{32}-2$/);
    expect(object.checksums.toJSON()).toEqual({});
    expect(await (await found(bucket, 'a', { range: { suffix: 4 } })).text()).toBe('\0end');
  });

  it('says what it can not do in the words of the platform', async () => {
    const { bucket } = openBucket();
    const upload = await bucket.createMultipartUpload('a');
    const unknown = bucket.resumeMultipartUpload('a', 'x');
    const part = await upload.uploadPart(1, 'abc');
    const other = await upload.uploadPart(2, 'abc');
    const range = (number: number) =>
      new TypeError(`Part number must be between 1 and 10000 (inclusive). Actual value was: ${number}`);
    await expect(upload.uploadPart(0, '')).rejects.toThrow(range(0));
    await expect(upload.complete([{ partNumber: 10_001, etag: '' }])).rejects.toThrow(range(10_001));
    const failing = 'completeMultipartUpload:';
    const internal = 'We encountered an internal error. Please try again. (10001)';
    await expect(unknown.uploadPart(1, '')).rejects.toThrow(
      'uploadPart: The specified multipart upload does not exist. (10024)',
    );
    await expect(unknown.complete([])).rejects.toThrow(`${failing} ${internal}`);
    await expect(unknown.abort()).rejects.toThrow(`abortMultipartUpload: ${internal}`);
    await expect(upload.complete([part, part])).rejects.toThrow(`${failing} ${internal}`);
    await expect(upload.complete([part, { ...other, etag: 'x' }])).rejects.toThrow(
      `${failing} One or more of the specified parts could not be found. (10025)`,
    );
    await expect(upload.complete([part, other])).rejects.toThrow(
      `${failing} Your proposed upload is smaller than the minimum allowed object size. (10011)`,
    );
    const large = await upload.uploadPart(2, new Uint8Array(objectLimits.partBytes));
    await expect(upload.complete([large, part])).rejects.toThrow(
      `${failing} There was a problem with the multipart upload. (10048)`,
    );
    await upload.abort();
    await upload.abort();
    await expect(upload.complete([part])).rejects.toThrow(
      `${failing} The specified multipart upload does not exist. (10024)`,
    );
  });
});
