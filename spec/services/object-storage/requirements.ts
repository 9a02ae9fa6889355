import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { bucketBindingRequirements } from './binding-requirements.ts';
import { objectStorageSheetRequirements } from './sheet-requirements.ts';

const doc = 'rendering-repositories-examples.md';

/** The object-storage example: objects by key, with authorization. */
export const objectStorageRequirements = defineRequirements([
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed', feature: 'object-storage' },
    {
      'OBJ-PUT-1': 'A PUT stores the bytes of its body.',
      'OBJ-PUT-2': 'A PUT is answered with the text `Put <key> successfully!`.',
      'OBJ-PUT-3': 'A PUT stores the HTTP metadata of its headers.',
      'OBJ-PUT-4': 'A PUT whose precondition fails stores nothing.',
      'OBJ-GET-1': 'A GET is answered with the bytes of the object.',
      'OBJ-GET-2': 'A GET is answered with the stored metadata as headers.',
      'OBJ-GET-3': 'A GET is answered with an `etag` header.',
      'OBJ-GET-4': 'A GET with a byte range is answered with those bytes alone.',
      'OBJ-GET-5': 'A GET of a missing key is answered with status 404.',
      'OBJ-GET-6': 'A GET of a missing key is answered with the text `Object Not Found`.',
      'OBJ-GET-7': 'A GET whose precondition fails is answered with status 412.',
      'OBJ-GET-8': 'A GET whose precondition fails is answered with an empty body.',
      'OBJ-GET-9': 'A GET whose precondition holds is answered with the object.',
      'OBJ-DEL-1': 'A DELETE removes the object.',
      'OBJ-DEL-2': 'A DELETE is answered with the text `Deleted!`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Object-storage example`, certainty: 'seed', feature: 'object-storage' },
    { 'OBJ-KEY-1': 'The key of an object is the path of the request without its leading slash.' },
  ),
  ...statements(
    { passage: `${doc}: Object-storage example`, certainty: 'seed', feature: 'bindings' },
    {
      'OBJ-BIND-1':
        'A list `r2_buckets` of `binding` and `bucket_name` gives Worker code a bucket of that name.',
    },
  ),
  ...statements(
    { passage: `${doc}: Object example behavior`, certainty: 'seed', feature: 'object-storage-open' },
    {
      'OBJ-METHOD-1': 'Without the authorization step, any other method is answered with status 405.',
      'OBJ-METHOD-2':
        'Without the authorization step, any other method is answered with the text `Method Not Allowed`.',
      'OBJ-METHOD-3':
        'Without the authorization step, any other method is answered with `Allow: PUT, GET, DELETE`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Object example behavior`, certainty: 'seed', feature: 'object-storage' },
    {
      'OBJ-AUTH-1': 'A PUT whose `X-Custom-Auth-Key` equals the secret is served.',
      'OBJ-AUTH-2': 'A PUT with another `X-Custom-Auth-Key` is answered with status 403.',
      'OBJ-AUTH-3': 'A PUT without `X-Custom-Auth-Key` is answered with status 403.',
      'OBJ-AUTH-4': 'A DELETE whose `X-Custom-Auth-Key` equals the secret is served.',
      'OBJ-AUTH-5': 'A DELETE with another `X-Custom-Auth-Key` is answered with status 403.',
      'OBJ-AUTH-6': 'A DELETE without `X-Custom-Auth-Key` is answered with status 403.',
      'OBJ-AUTH-7': 'A GET of a key in the allow list is served without `X-Custom-Auth-Key`.',
      'OBJ-AUTH-8': 'A GET of a key outside the allow list is answered with status 403.',
      'OBJ-AUTH-9': 'Any other method is answered with status 403.',
      'OBJ-AUTH-10': 'A denied request is answered with the text `Forbidden`.',
    },
  ),
  ...objectStorageSheetRequirements,
  ...bucketBindingRequirements,
]);
