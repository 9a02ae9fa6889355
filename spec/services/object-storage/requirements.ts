import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const feature = 'object-storage';

/** What the object-storage example does beyond what the seed says of it. */
export const objectStorageDocumentedRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, R2, use R2 from Workers', certainty: 'documented', feature },
    {
      'OBJ-PUT-5': 'A PUT whose precondition fails is answered as one that stored something.',
      'OBJ-GET-10': 'A GET whose precondition fails is answered with the stored metadata and the `etag`.',
      'OBJ-GET-11': 'A GET with a byte range is answered with status 200 and without `Content-Range`.',
      'OBJ-GET-12': 'The `Content-Length` of an answer with a byte range is that of its bytes.',
      'OBJ-GET-13': 'A GET is answered without `Accept-Ranges` and without `Last-Modified`.',
      'OBJ-AUTH-12': 'A denied request is denied whatever its preconditions and its range.',
      'OBJ-AUTH-13': 'The query of a GET has no say in whether its key is in the allow list.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-DEL-3': 'A DELETE of a missing key is answered as one of a key that is there.',
      'OBJ-TEXT-1': 'Texts are answered as `text/plain;charset=UTF-8`.',
      'OBJ-AUTH-11': 'A denied request changes nothing.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature: 'object-storage-open' },
    { 'OBJ-METHOD-4': 'Without the authorization step, a HEAD is answered with status 405 and no body.' },
  ),
  ...statements(
    { passage: 'workerd, src/workerd/api/r2-bucket.c++', certainty: 'documented', feature },
    {
      'OBJ-COND-1': '`If-Match` holds where it lists the etag, or `*`.',
      'OBJ-COND-2': '`If-Match` never holds by a weak etag.',
      'OBJ-COND-3': '`If-None-Match` fails where it lists the etag, strong or weak, or `*`.',
      'OBJ-COND-4': '`If-Modified-Since` holds for a time before the object was stored, and no later one.',
      'OBJ-COND-5': '`If-Unmodified-Since` holds for a time after the object was stored, and no earlier one.',
      'OBJ-COND-6': '`If-Modified-Since` does not count where `If-None-Match` holds.',
      'OBJ-COND-7': '`If-Unmodified-Since` does not count where `If-Match` holds.',
      'OBJ-COND-8': 'All preconditions have to hold.',
      'OBJ-COND-10': 'A PUT of a missing key stores with `If-None-Match` and with `If-Unmodified-Since`.',
      'OBJ-COND-11': 'A PUT of a missing key does not store with `If-Match` nor with `If-Modified-Since`.',
      'OBJ-COND-16':
        'The second in which an object was stored is neither before nor after it: both times of a precondition fail.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-COND-12': 'What in a list of etags begins no etag ends the list.',
      'OBJ-COND-14': 'A time that is none counts as 1970.',
      'OBJ-COND-15': 'A precondition on a missing key leaves a GET with status 404.',
      'OBJ-COND-17': 'A precondition that is empty is as none.',
    },
  ),
  ...statements(
    { passage: 'inferred from workerd, src/workerd/api/r2-bucket.c++', certainty: 'inferred', feature },
    {
      'OBJ-COND-18':
        'A byte range counts with an `If-Range` of the etag, and with another one all bytes are answered.',
      'OBJ-COND-19':
        '`If-Match` and `If-None-Match` without an etag are answered with status 400, and change nothing.',
    },
  ),
  ...statements(
    { passage: 'workerd, src/workerd/api/r2-bucket.c++', certainty: 'documented', feature },
    { 'OBJ-RANGE-1': 'A `Range` that is no single valid one gives all bytes.' },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-RANGE-2': 'The end of a range is the last byte at most, and a suffix all bytes at most.',
      'OBJ-RANGE-3': 'A `Range` is read whatever the case of its unit, and with spaces.',
      'OBJ-RANGE-4': 'A `Range` that no byte is in gives all bytes.',
      'OBJ-RANGE-5': 'A precondition that fails wins over a `Range`.',
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
        'Content type, language, disposition, encoding, cache control and expiry are stored, and nothing else.',
      'OBJ-META-2': 'The `etag` of a PUT is the MD5 of its bytes, as hexadecimal digits in double quotes.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-META-3': 'A PUT replaces all stored metadata, and clears what is not sent.',
      'OBJ-META-4': '`Expires` is stored as a time: 1970 where it is none, and 2000 for `0`.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-BODY-1': 'A PUT of a body whose length is not known is answered with status 500.',
      'OBJ-BODY-2': 'A PUT without a body stores an object without bytes.',
      'OBJ-BODY-3': 'A GET of an object without bytes is answered with status 200, with a range as without.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare docs, R2 Workers API reference', certainty: 'inferred', feature },
    {
      'OBJ-BODY-4': 'An object of 100 MB comes back as it was put.',
      'OBJ-BODY-5': 'Of PUTs at the same time one whole object is left.',
      'OBJ-BODY-6': 'A PUT whose client goes away leaves the object that was there.',
      'OBJ-BODY-7': 'A GET while PUTs are under way is answered with one whole object and its `etag`.',
    },
  ),
  ...statements(
    { passage: 'Miniflare, the example run in it', certainty: 'observed', feature },
    {
      'OBJ-KEY-2': 'Percent sequences stay in the key as they are written.',
      'OBJ-KEY-3': 'Slashes are part of the key, each of them.',
      'OBJ-KEY-4': 'The query is not part of the key.',
      'OBJ-KEY-5': 'Dot segments are resolved before there is a key.',
      'OBJ-KEY-6': 'The empty key is a key.',
      'OBJ-KEY-8': 'A PUT of a longer key is answered with status 500.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, R2 limits', certainty: 'documented', feature },
    { 'OBJ-KEY-7': 'A key has up to 1,024 bytes.' },
  ),
]);
/** What Worker code can do with a binding of a bucket. */
export const bucketBindingRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, R2 Workers API reference', certainty: 'documented', feature: 'bindings' },
    {
      'OBJ-BIND-2': 'A put tells key, size, version, time of storing, and the etag with and without quotes.',
      'OBJ-BIND-3': 'A get has the bytes and what a head tells, and both are null for a missing key.',
      'OBJ-BIND-4':
        'A get whose condition fails has an object without a body, and such a put stores nothing and is null.',
      'OBJ-BIND-5': 'A get with a range has its bytes, and tells it.',
      'OBJ-BIND-6': 'A range of no bytes, or beyond the end, is an error 10039.',
      'OBJ-BIND-7': 'HTTP metadata and custom metadata of a put are told by head and get.',
      'OBJ-BIND-8': 'A delete takes one key or several, whether they are there or not.',
      'OBJ-BIND-9': 'A list has the keys of a prefix in order, and a cursor where there are more.',
      'OBJ-BIND-10': 'A list with a delimiter has what comes before it once, beside the other keys.',
      'OBJ-BIND-11':
        'A put with a checksum that is not that of its bytes is an error 10037, and stores nothing.',
      'OBJ-BIND-12': 'An upload in parts is one object when it is complete, and none when it is given up.',
      'OBJ-BIND-13': 'The etag of an object of parts is the MD5 of their MD5s, a dash, and their number.',
      'OBJ-BIND-14': 'Errors say what was called, what is wrong and the number of it: `put: ... (10020)`.',
    },
  ),
]);

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
  ...objectStorageDocumentedRequirements,
  ...bucketBindingRequirements,
]);
