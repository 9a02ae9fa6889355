import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const sheet = 'fact sheet artifacts';

/** What is read of a repository without Git. */
export const artifactsReadingRequirements = defineRequirements([
  ...statements(
    { passage: `${sheet}, section 3`, certainty: 'documented' },
    {
      'AR-READ-1': 'The log lists commits newest first, along first parents.',
      'AR-READ-2': 'A commit is read by its id.',
      'AR-READ-3': 'A tree is read by its id, one level of it.',
      'AR-READ-4': 'A blob is read by its id as `application/octet-stream`.',
      'AR-READ-5': 'A file is read by ref and path as `application/octet-stream`.',
      'AR-READ-6': 'A file is read raw by a path that holds ref and path, as text where it is text.',
    },
  ),
  ...statements(
    { passage: `${sheet}, section 4`, certainty: 'documented' },
    {
      'AR-READ-7': 'A log has 50 commits where no `limit` is named, and begins behind `offset` commits.',
      'AR-READ-8': 'The type of an entry is `tree`, `blob`, `symlink`, `gitlink` or `exec`.',
    },
  ),
  ...statements(
    { passage: `${sheet}, section 4`, certainty: 'observed' },
    {
      'AR-READ-9':
        'A commit has `hash`, `treeHash`, `message`, `author`, `committer`, `parents`, `authoredAt` and `committedAt`.',
      'AR-READ-10': 'A message is without the one line break that ends it.',
      'AR-READ-11': 'A `limit` of the log above 1000 is taken for 1000.',
      'AR-READ-12': 'A file of a ref with a slash is not found raw.',
    },
  ),
  ...statements(
    { passage: `${sheet}, section 5`, certainty: 'observed' },
    {
      'AR-READ-13': 'The log of a ref that is not there is empty.',
      'AR-READ-14':
        'A `limit` of 0 is refused with 400 and 10100, `Too small: expected number to be >0`, at `/limit`.',
      'AR-READ-15': 'A file without a `path` is refused with 400 and 10100 at `/path`.',
      'AR-READ-16': 'An id that is no SHA-1 is refused with 400 and 10100, `Invalid SHA-1 hash`, at `/hash`.',
      'AR-READ-17': 'A commit that is not there is answered 404 and 10200, `Commit not found`.',
      'AR-READ-18':
        'A path that is not there, or is a directory, is answered 404 and 10200, `File not found`.',
      'AR-READ-19': 'A blob read by the id of a commit is answered 404 and 10200, `Blob not found`.',
      'AR-READ-20': 'A tree read by the id of a commit is answered 500 and 10400.',
    },
  ),
  ...statements(
    { passage: `${sheet}, section 11`, certainty: 'observed' },
    {
      'AR-READ-21':
        'A `ref` is a branch or a tag by its short name or a whole commit id; `HEAD` and `refs/heads/main` are none.',
    },
  ),
]);
