import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const passage = 'fact sheet example-apps, section 1.8';

/** What Worker code can do with a binding of a bucket. */
export const bucketBindingRequirements = defineRequirements([
  ...statements(
    { passage, certainty: 'documented', feature: 'bindings' },
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
