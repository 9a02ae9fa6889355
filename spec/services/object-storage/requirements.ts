import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const feature = 'object-storage';

/** Behaviour of the object-storage example beyond the seed. */
export const objectStorageDocumentedRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, R2, use R2 from Workers', certainty: 'documented', feature },
    {
      'OBJ-PUT-5': 'A PUT whose precondition fails gets the same answer as one that stored the object.',
      'OBJ-GET-10': 'A GET whose precondition fails returns the stored metadata and the `etag`.',
      'OBJ-GET-11': 'A GET with a byte range gets status 200 and no `Content-Range`.',
      'OBJ-GET-12': 'The `Content-Length` of an answer with a byte range is the number of its bytes.',
      'OBJ-GET-13': 'The answer to a GET has no `Accept-Ranges` and no `Last-Modified`.',
      'OBJ-AUTH-12': 'The server denies an unauthorized request whatever its preconditions and range.',
      'OBJ-AUTH-13': 'The query of a GET does not affect whether its key is in the allow list.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-DEL-3': 'A DELETE of a missing key gets the same answer as one of an existing key.',
      'OBJ-TEXT-1': 'Text answers have the content type `text/plain;charset=UTF-8`.',
      'OBJ-AUTH-11': 'A denied request changes nothing.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature: 'object-storage-open' },
    { 'OBJ-METHOD-4': 'Without the authorization step, a HEAD gets status 405 and no body.' },
  ),
  ...statements(
    { passage: 'workerd, src/workerd/api/r2-bucket.c++', certainty: 'documented', feature },
    {
      'OBJ-COND-1': '`If-Match` holds if it lists the etag or `*`.',
      'OBJ-COND-2': '`If-Match` never holds for a weak etag.',
      'OBJ-COND-3': '`If-None-Match` fails if it lists the etag, strong or weak, or `*`.',
      'OBJ-COND-4':
        '`If-Modified-Since` holds for a time before the object was stored, and fails for a later one.',
      'OBJ-COND-5':
        '`If-Unmodified-Since` holds for a time after the object was stored, and fails for an earlier one.',
      'OBJ-COND-6': 'The server ignores `If-Modified-Since` if `If-None-Match` holds.',
      'OBJ-COND-7': 'The server ignores `If-Unmodified-Since` if `If-Match` holds.',
      'OBJ-COND-8': 'All preconditions must hold.',
      'OBJ-COND-10':
        'A PUT of a missing key with `If-None-Match` or `If-Unmodified-Since` stores the object.',
      'OBJ-COND-11': 'A PUT of a missing key with `If-Match` or `If-Modified-Since` stores nothing.',
      'OBJ-COND-16':
        'The second in which an object was stored is neither before nor after it: both time preconditions fail.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-COND-12': 'Text in a list of etags that does not begin an etag ends the list.',
      'OBJ-COND-14': 'An invalid time counts as 1970.',
      'OBJ-COND-15': 'A GET of a missing key with a precondition gets status 404.',
      'OBJ-COND-17': 'An empty precondition counts as absent.',
    },
  ),
  ...statements(
    { passage: 'inferred from workerd, src/workerd/api/r2-bucket.c++', certainty: 'inferred', feature },
    {
      'OBJ-COND-18':
        'A byte range applies with an `If-Range` of the etag; any other `If-Range` returns all bytes.',
    },
  ),
  ...statements(
    { passage: 'workerd, src/workerd/api/r2-bucket.c++', certainty: 'documented', feature },
    { 'OBJ-RANGE-1': 'A `Range` that is not a single valid range returns all bytes.' },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-RANGE-2': 'A range ends at the last byte at most, and a suffix has all bytes at most.',
      'OBJ-RANGE-3': 'A `Range` may have any case in its unit, and spaces.',
      'OBJ-RANGE-4': 'A `Range` without a byte of the object returns all bytes.',
      'OBJ-RANGE-5': 'A failed precondition takes precedence over a `Range`.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, R2 Workers API reference: R2HTTPMetadata',
      certainty: 'documented',
      feature,
    },
    {
      'OBJ-META-1':
        'The server stores content type, language, disposition, encoding, cache control and expiry, and no other header.',
      'OBJ-META-2': 'The `etag` of a PUT is the MD5 of its bytes, as hexadecimal digits in double quotes.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-META-3': 'A PUT replaces all stored metadata and clears what it does not send.',
      'OBJ-META-4': '`Expires` is stored as a time: 1970 if it is invalid, and 2000 for `0`.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-BODY-1': 'A PUT of a body of unknown length gets status 500.',
      'OBJ-BODY-2': 'A PUT without a body stores an empty object.',
      'OBJ-BODY-3': 'A GET of an empty object gets status 200, with or without a range.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, R2 Workers API reference', certainty: 'inferred', feature },
    {
      'OBJ-BODY-6': 'A PUT whose client disconnects leaves the existing object.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-KEY-2': 'The key keeps percent sequences as written.',
      'OBJ-KEY-3': 'The key keeps each slash.',
      'OBJ-KEY-4': 'The query is not part of the key.',
      'OBJ-KEY-5': 'Dot segments are resolved before the key is taken.',
      'OBJ-KEY-6': 'The empty key is a valid key.',
      'OBJ-KEY-8': 'A PUT of a longer key gets status 500.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, R2 limits', certainty: 'documented', feature },
    { 'OBJ-KEY-7': 'A key has up to 1,024 bytes.' },
  ),
]);
/** The bucket binding of Worker code. */
export const bucketBindingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, R2 Workers API reference', certainty: 'documented', feature: 'bindings' },
    {
      'OBJ-BIND-2': '`put` returns key, size, version, upload time, and the etag with and without quotes.',
      'OBJ-BIND-3': '`get` returns the bytes and the data of `head`, and both return null for a missing key.',
      'OBJ-BIND-4':
        'A `get` whose condition fails returns an object without a body, and such a `put` stores nothing and returns null.',
      'OBJ-BIND-5': 'A `get` with a range returns its bytes and the range.',
      'OBJ-BIND-6': 'A range without bytes or beyond the end is an error 10039.',
      'OBJ-BIND-7': '`head` and `get` return the HTTP metadata and custom metadata of a `put`.',
      'OBJ-BIND-8': '`delete` removes one key or several, existing or not.',
      'OBJ-BIND-9': '`list` returns the keys of a prefix in order, and a cursor if there are more.',
      'OBJ-BIND-10': '`list` with a delimiter returns each prefix before it once, next to the other keys.',
      'OBJ-BIND-11': 'A `put` with a wrong checksum is an error 10037 and stores nothing.',
      'OBJ-BIND-12': 'A multipart upload is one object after its completion, and no object after its abort.',
      'OBJ-BIND-13':
        'The etag of a multipart object is the MD5 of the MD5s of its parts, a dash, and their number.',
      'OBJ-BIND-14': 'Errors name the method, the fault and its number: `put: ... (10020)`.',
    },
  ),
]);

const doc = 'rendering-repositories-examples.md';

/** The object-storage example: objects by key, with authorization. */
export const requirements = defineRequirements([
  ...statements(
    { passage: `${doc}: Endpoints`, certainty: 'seed', feature: 'object-storage' },
    {
      'OBJ-PUT-1': 'A PUT stores the bytes of its body.',
      'OBJ-PUT-2': 'A PUT returns the text `Put <key> successfully!`.',
      'OBJ-PUT-3': 'A PUT stores the HTTP metadata of its headers.',
      'OBJ-PUT-4': 'A PUT whose precondition fails stores nothing.',
      'OBJ-GET-1': 'A GET returns the bytes of the object.',
      'OBJ-GET-2': 'A GET returns the stored metadata as headers.',
      'OBJ-GET-3': 'A GET returns an `etag` header.',
      'OBJ-GET-4': 'A GET with a byte range returns only those bytes.',
      'OBJ-GET-5': 'A GET of a missing key gets status 404.',
      'OBJ-GET-6': 'A GET of a missing key returns the text `Object Not Found`.',
      'OBJ-GET-7': 'A GET whose precondition fails gets status 412.',
      'OBJ-GET-8': 'A GET whose precondition fails returns an empty body.',
      'OBJ-GET-9': 'A GET whose precondition holds returns the object.',
      'OBJ-DEL-1': 'A DELETE removes the object.',
      'OBJ-DEL-2': 'A DELETE returns the text `Deleted!`.',
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
      'OBJ-METHOD-1': 'Without the authorization step, any other method gets status 405.',
      'OBJ-METHOD-2': 'Without the authorization step, any other method gets the text `Method Not Allowed`.',
      'OBJ-METHOD-3': 'Without the authorization step, any other method gets `Allow: PUT, GET, DELETE`.',
    },
  ),
  ...statements(
    { passage: `${doc}: Object example behavior`, certainty: 'seed', feature: 'object-storage' },
    {
      'OBJ-AUTH-1': 'The server accepts a PUT whose `X-Custom-Auth-Key` equals the secret.',
      'OBJ-AUTH-2': 'A PUT with another `X-Custom-Auth-Key` gets status 403.',
      'OBJ-AUTH-3': 'A PUT without `X-Custom-Auth-Key` gets status 403.',
      'OBJ-AUTH-4': 'The server accepts a DELETE whose `X-Custom-Auth-Key` equals the secret.',
      'OBJ-AUTH-5': 'A DELETE with another `X-Custom-Auth-Key` gets status 403.',
      'OBJ-AUTH-6': 'A DELETE without `X-Custom-Auth-Key` gets status 403.',
      'OBJ-AUTH-7': 'The server accepts a GET of a key in the allow list without `X-Custom-Auth-Key`.',
      'OBJ-AUTH-8': 'A GET of a key outside the allow list gets status 403.',
      'OBJ-AUTH-9': 'Any other method gets status 403.',
      'OBJ-AUTH-10': 'A denied request returns the text `Forbidden`.',
    },
  ),
  ...objectStorageDocumentedRequirements,
  ...bucketBindingRequirements,
]);
