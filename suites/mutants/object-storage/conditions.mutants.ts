import { defineMutants } from '../mutant.ts';

const condition = 'mock/engines/objects/condition.ts';
const byTag = "return tag.type === 'any' || (tag.value === etag && (weakly || tag.type === 'strong'));";
const missing = 'return matches === undefined && after === undefined;';
const all = 'return isMatch && isOther && isLater && isEarlier;';

/** Preconditions of reading and storing objects. */
export const conditionMutants = defineMutants([
  {
    id: 'matches-the-first-etag-alone',
    requirement: 'OBJ-COND-1',
    does: 'It compares the first etag of If-Match, and no other.',
    file: condition,
    replace: 'matches.some(',
    by: 'matches.slice(0, 1).some(',
  },
  {
    id: 'matches-weak-etags',
    requirement: 'OBJ-COND-2',
    does: 'It has If-Match hold by a weak etag.',
    file: condition,
    replace: 'isTagOf(tag, record.etag, false)',
    by: 'isTagOf(tag, record.etag, true)',
  },
  {
    id: 'takes-weak-etags-for-others',
    requirement: 'OBJ-COND-3',
    does: 'It has If-None-Match hold by the etag of the object where it is weak.',
    file: condition,
    replace: byTag,
    by: "return tag.type === 'any' || (tag.value === etag && tag.type === 'strong');",
  },
  {
    id: 'reads-modified-since-the-wrong-way',
    requirement: 'OBJ-COND-4',
    does: 'It answers If-Modified-Since with the object where its time is in the future, as HTTP has it.',
    file: condition,
    replace: 'precise(after) < uploaded ||',
    by: 'precise(after) < uploaded || after > Date.now() ||',
  },
  {
    id: 'does-not-read-unmodified-since',
    requirement: 'OBJ-COND-5',
    does: 'It takes no notice of If-Unmodified-Since.',
    file: condition,
    replace: 'const isEarlier = before === undefined ||',
    by: 'const isEarlier = before !== 0 ||',
  },
  {
    id: 'counts-modified-since-beside-none-match',
    requirement: 'OBJ-COND-6',
    does: 'It has If-Modified-Since count although If-None-Match holds.',
    file: condition,
    replace: ' || (differs !== undefined && isOther);',
    by: ';',
  },
  {
    id: 'counts-unmodified-since-beside-match',
    requirement: 'OBJ-COND-7',
    does: 'It has If-Unmodified-Since count although If-Match holds.',
    file: condition,
    replace: ' || (matches !== undefined && isMatch);',
    by: ';',
  },
  {
    id: 'has-a-match-decide-alone',
    requirement: 'OBJ-COND-8',
    does: 'It looks at no other precondition where If-Match holds.',
    file: condition,
    replace: all,
    by: 'return (matches !== undefined && isMatch) || (isMatch && isOther && isLater && isEarlier);',
  },
  {
    id: 'takes-if-range-for-a-precondition',
    requirement: 'OBJ-COND-9',
    does: 'It reads If-Range as if it were If-Match.',
    file: 'mock/bindings/bucket/conditional.ts',
    replace: "matches: read('if-match', parseEntityTags),",
    by: "matches: read('if-match', parseEntityTags) ?? read('if-range', parseEntityTags),",
  },
  {
    id: 'has-nothing-unmodified',
    requirement: 'OBJ-COND-10',
    does: 'It stores nothing with If-Unmodified-Since where no object is.',
    file: condition,
    replace: missing,
    by: 'return matches === undefined && after === undefined && before === undefined;',
  },
  {
    id: 'has-nothing-modified-since',
    requirement: 'OBJ-COND-11',
    does: 'It stores with If-Modified-Since where no object is.',
    file: condition,
    replace: missing,
    by: 'return matches === undefined;',
  },
  {
    id: 'takes-the-second-of-storing-for-later',
    requirement: 'OBJ-COND-16',
    does: 'It has If-Unmodified-Since hold in the second in which an object was stored, as HTTP has it.',
    file: condition,
    replace: 'uploaded < precise(before)',
    by: 'uploaded <= precise(before)',
  },
]);
