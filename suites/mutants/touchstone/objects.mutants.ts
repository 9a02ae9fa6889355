import { defineMutants, mutant } from '../mutant.ts';

const objects = 'mock/services/touchstone/objects.ts';
const renderings = 'mock/services/touchstone/renderings.ts';

/** Objects and renderings that the admin interface reads. */
export const adminObjectMutants = defineMutants([
  mutant('TS-OBJ-1', 'forgets-the-content-type-of-an-object', {
    file: objects,
    replace: 'contentType === null ? {} : { contentType }',
    by: '{}',
  }),
  mutant('TS-OBJ-3', 'lists-objects-without-their-type', {
    file: objects,
    replace: 'content_type: headers.contentType ?? null',
    by: 'content_type: null',
  }),
  mutant('TS-OBJ-4', 'lists-folders-by-prefix-alone', {
    file: objects,
    replace: 'store.list(query)',
    by: 'store.list({ ...query, delimiter: undefined })',
  }),
  mutant('TS-OBJ-5', 'lists-one-page-of-objects', {
    file: objects,
    replace: '{ records, prefixes, cursor = null } = await asRefusal(() => store.list(query));',
    by: '{ records, prefixes } = await asRefusal(() => store.list(query));\n      const cursor = null;',
  }),
  mutant('TS-OBJ-7', 'counts-the-end-of-a-range-as-its-length', {
    file: objects,
    replace: '`bytes ${offset}-${offset + length - 1}/${size}`',
    by: '`bytes ${offset}-${offset + length}/${size}`',
  }),
  mutant('TS-OBJ-8', 'runs-pages-of-objects', {
    file: objects,
    replace: `'content-security-policy': "sandbox; default-src 'none'",`,
    by: '',
  }),
  mutant('TS-OBJ-9', 'says-that-it-deleted-an-object-without-doing-it', {
    file: objects,
    replace: 'await store.delete([key]);',
    by: '',
  }),
  mutant('TS-OBJ-10', 'lists-buckets-as-if-they-were-empty', {
    file: objects,
    replace: '...(await store.getUsage())',
    by: '...{ ...(await store.getUsage()), objects: 0 }',
  }),
  mutant('TS-OBJ-11', 'makes-a-bucket-for-who-only-asks', {
    file: objects,
    replace: '!names.includes(name)',
    by: 'name === undefined && !names.includes(name)',
  }),
  mutant('TS-OBJ-12', 'has-one-bucket-of-a-name-for-all-accounts', {
    file: objects,
    replace: 'const store = await buckets.store(params.account_id, params.bucket_name);',
    by: "const store = await buckets.store('0'.repeat(32), params.bucket_name);",
  }),
  mutant('TS-RENDER-1', 'lists-the-oldest-rendering-first', {
    file: renderings,
    replace: '.renderings.newestFirst()',
    by: '.renderings.newestFirst().toReversed()',
  }),
]);
