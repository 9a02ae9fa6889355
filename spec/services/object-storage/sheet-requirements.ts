import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const sheet = (section: string) => `fact sheet example-apps, section ${section}`;
const feature = 'object-storage';

/** What the object-storage example does beyond what the seed says of it. */
export const objectStorageSheetRequirements = defineRequirements([
  ...statements(
    { passage: sheet('1.1'), certainty: 'documented', feature },
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
    { passage: sheet('1.1'), certainty: 'observed', feature },
    {
      'OBJ-DEL-3': 'A DELETE of a missing key is answered as one of a key that is there.',
      'OBJ-TEXT-1': 'Texts are answered as `text/plain;charset=UTF-8`.',
      'OBJ-AUTH-11': 'A denied request changes nothing.',
    },
  ),
  ...statements(
    { passage: sheet('1.1'), certainty: 'observed', feature: 'object-storage-open' },
    { 'OBJ-METHOD-4': 'Without the authorization step, a HEAD is answered with status 405 and no body.' },
  ),
  ...statements(
    { passage: sheet('1.2'), certainty: 'documented', feature },
    {
      'OBJ-COND-1': '`If-Match` holds where it lists the etag, or `*`.',
      'OBJ-COND-2': '`If-Match` never holds by a weak etag.',
      'OBJ-COND-3': '`If-None-Match` fails where it lists the etag, strong or weak, or `*`.',
      'OBJ-COND-4': '`If-Modified-Since` holds for a time before the object was stored, and no later one.',
      'OBJ-COND-5': '`If-Unmodified-Since` holds for a time after the object was stored, and no earlier one.',
      'OBJ-COND-6': '`If-Modified-Since` does not count where `If-None-Match` holds.',
      'OBJ-COND-7': '`If-Unmodified-Since` does not count where `If-Match` holds.',
      'OBJ-COND-8': 'All preconditions have to hold.',
      'OBJ-COND-9': '`If-Range` has no effect.',
      'OBJ-COND-10': 'A PUT of a missing key stores with `If-None-Match` and with `If-Unmodified-Since`.',
      'OBJ-COND-11': 'A PUT of a missing key does not store with `If-Match` nor with `If-Modified-Since`.',
      'OBJ-COND-16':
        'The second in which an object was stored is neither before nor after it: both times of a precondition fail.',
    },
  ),
  ...statements(
    { passage: sheet('1.2'), certainty: 'observed', feature },
    {
      'OBJ-COND-12': 'What in a list of etags begins no etag ends the list.',
      'OBJ-COND-13': '`If-Match` and `If-None-Match` without an etag are answered with status 500.',
      'OBJ-COND-14': 'A time that is none counts as 1970.',
      'OBJ-COND-15': 'A precondition on a missing key leaves a GET with status 404.',
      'OBJ-COND-17': 'A precondition that is empty is as none.',
    },
  ),
  ...statements(
    { passage: sheet('1.3'), certainty: 'documented', feature },
    { 'OBJ-RANGE-1': 'A `Range` that is no single valid one gives all bytes.' },
  ),
  ...statements(
    { passage: sheet('1.3'), certainty: 'observed', feature },
    {
      'OBJ-RANGE-2': 'The end of a range is the last byte at most, and a suffix all bytes at most.',
      'OBJ-RANGE-3': 'A `Range` is read whatever the case of its unit, and with spaces.',
      'OBJ-RANGE-4': 'A `Range` that no byte is in gives all bytes.',
      'OBJ-RANGE-5': 'A precondition that fails wins over a `Range`.',
    },
  ),
  ...statements(
    { passage: sheet('1.4'), certainty: 'documented', feature },
    {
      'OBJ-META-1':
        'Content type, language, disposition, encoding, cache control and expiry are stored, and nothing else.',
      'OBJ-META-2': 'The `etag` of a PUT is the MD5 of its bytes, as hexadecimal digits in double quotes.',
    },
  ),
  ...statements(
    { passage: sheet('1.4'), certainty: 'observed', feature },
    {
      'OBJ-META-3': 'A PUT replaces all stored metadata, and clears what is not sent.',
      'OBJ-META-4': '`Expires` is stored as a time: 1970 where it is none, and 2000 for `0`.',
    },
  ),
  ...statements(
    { passage: sheet('1.5'), certainty: 'observed', feature },
    {
      'OBJ-BODY-1': 'A PUT of a body whose length is not known is answered with status 500.',
      'OBJ-BODY-2': 'A PUT without a body stores an object without bytes.',
      'OBJ-BODY-3': 'A GET of an object without bytes is answered with status 200, with a range as without.',
    },
  ),
  ...statements(
    { passage: sheet('1.5'), certainty: 'inferred', feature },
    {
      'OBJ-BODY-4': 'An object of 100 MB comes back as it was put.',
      'OBJ-BODY-5': 'Of PUTs at the same time one whole object is left.',
      'OBJ-BODY-6': 'A PUT whose client goes away leaves the object that was there.',
      'OBJ-BODY-7': 'A GET while PUTs are under way is answered with one whole object and its `etag`.',
    },
  ),
  ...statements(
    { passage: sheet('1.6'), certainty: 'observed', feature },
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
    { passage: sheet('1.6'), certainty: 'documented', feature },
    { 'OBJ-KEY-7': 'A key has up to 1,024 bytes.' },
  ),
]);
