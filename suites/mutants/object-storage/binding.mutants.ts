import { defineMutants, mutant } from '../mutant.ts';

const bucket = 'mock/bindings/bucket/bucket.ts';
const objects = 'mock/bindings/bucket/bucket-object.ts';
const uploads = 'mock/engines/objects/uploads.ts';

/** Buckets through the binding of a Worker. */
export const bucketBindingMutants = defineMutants([
  mutant('OBJ-BIND-1', 'binds-buckets-in-lower-case', {
    file: 'mock/bindings/bindings.ts',
    replace: '      binding,\n      boundBucket(',
    by: '      binding.toLowerCase(),\n      boundBucket(',
  }),
  mutant('OBJ-BIND-2', 'tells-the-etag-for-headers-without-quotes', {
    file: objects,
    replace: 'this.httpEtag = ',
    by: 'this.httpEtag = record.etag || ',
  }),
  mutant('OBJ-BIND-3', 'has-an-object-without-a-body-for-a-missing-key', {
    file: bucket,
    replace: 'if (found === undefined) return null;',
    by: 'if (found === undefined) return { key: getKey(name), size: 0 } as never;',
  }),
  mutant('OBJ-BIND-4', 'reads-whatever-etag-it-is-not-to-be', {
    file: 'mock/bindings/bucket/conditional.ts',
    replace: 'differs: given(etagDoesNotMatch, getTag),',
    by: 'differs: undefined,',
  }),
  mutant('OBJ-BIND-5', 'tells-the-whole-for-the-range', {
    file: bucket,
    replace: 'const view = { ...wholeView, range: extent };',
    by: 'const view = { ...wholeView, range: { offset: 0, length: record.size } };',
  }),
  mutant('OBJ-BIND-6', 'reads-a-range-of-no-bytes', {
    file: 'mock/engines/objects/byte-range.ts',
    replace: 'if (offset >= size || length <= 0)',
    by: 'if (offset >= size)',
  }),
  mutant('OBJ-BIND-7', 'forgets-custom-metadata-without-a-text', {
    file: objects,
    replace: 'this.customMetadata = { ...record.custom };',
    by: 'this.customMetadata = Object.fromEntries(Object.entries(record.custom).filter(([, text]) => text));',
  }),
  mutant('OBJ-BIND-8', 'deletes-the-first-of-several-keys', {
    file: bucket,
    replace: 'names.map(getKey)',
    by: 'names.slice(0, 1).map(getKey)',
  }),
  mutant('OBJ-BIND-9', 'begins-a-page-with-the-key-that-it-comes-after', {
    file: 'mock/engines/objects/list-keys.ts',
    replace: 'list.after(start)',
    by: 'list.from(start)',
  }),
  mutant('OBJ-BIND-10', 'lists-a-common-prefix-for-each-of-its-keys', {
    file: 'mock/engines/objects/list-keys.ts',
    replace: 'at = list.past(common, at);',
    by: 'at += 1;',
  }),
  mutant('OBJ-BIND-11', 'compares-md5-alone', {
    file: 'mock/engines/objects/receive-bytes.ts',
    replace: 'if (actual !== digits.toLowerCase())',
    by: "if (algorithm === 'md5' && actual !== digits.toLowerCase())",
  }),
  mutant('OBJ-BIND-12', 'goes-on-with-uploads-that-were-given-up', {
    file: uploads,
    replace: "if (upload.record.state === 'open') await this.#close(upload, 'aborted');",
    by: 'void upload;',
  }),
  mutant('OBJ-BIND-13', 'has-the-md5-of-the-first-part-for-that-of-all', {
    file: uploads,
    replace: 'etag: etagOfParts(parts),',
    by: "etag: (parts[0]?.md5 ?? '') + '-' + parts.length,",
  }),
  mutant('OBJ-BIND-14', 'says-of-a-put-that-it-was-a-get', {
    file: bucket,
    replace: "callStore('put', () =>",
    by: "callStore('get', () =>",
  }),
]);
