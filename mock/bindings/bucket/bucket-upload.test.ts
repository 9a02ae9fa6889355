import { describe, expect, it } from 'vitest';
import { objectLimits } from '../../../spec/object-limits.ts';
import { found, openBucket } from './testing/open-bucket.ts';

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
