import { defineMutants } from '../mutant.ts';

const authorize = 'mock/apps/object-storage/worker.ts';
const worker = 'mock/apps/object-storage/worker.ts';
const asked = "return isSecret(request.headers.get('x-custom-auth-key'), env.AUTH_KEY_SECRET);";
const given = "request.headers.get('x-custom-auth-key')";

/** Who may do what with objects. */
export const authorizationMutants = defineMutants([
  {
    id: 'takes-no-secret-of-a-put',
    requirement: 'OBJ-AUTH-1',
    does: 'It wants the secret of a PUT in another header.',
    file: authorize,
    replace: given,
    by: `request.headers.get(request.method === 'PUT' ? 'x-custom-auth-secret' : 'x-custom-auth-key')`,
  },
  {
    id: 'takes-any-secret-that-begins-right-of-a-put',
    requirement: 'OBJ-AUTH-2',
    does: 'It takes of a PUT whatever begins with the secret.',
    file: authorize,
    replace: asked,
    by: `if (request.method === 'PUT' && ${given}?.startsWith(env.AUTH_KEY_SECRET ?? '')) return true; ${asked}`,
  },
  {
    id: 'lets-everybody-put-without-a-header',
    requirement: 'OBJ-AUTH-3',
    does: 'It checks the header of a PUT where there is one.',
    file: authorize,
    replace: asked,
    by: `if (request.method === 'PUT' && ${given} === null) return true; ${asked}`,
  },
  {
    id: 'lets-nobody-delete',
    requirement: 'OBJ-AUTH-4',
    does: 'It denies a DELETE, whatever the secret.',
    file: authorize,
    replace: "case 'DELETE':\n      return isSecret",
    by: "case 'REMOVE':\n      return isSecret",
  },
  {
    id: 'folds-the-case-of-the-secret-of-a-delete',
    requirement: 'OBJ-AUTH-5',
    does: 'It takes of a DELETE the secret in any case.',
    file: authorize,
    replace: asked,
    by: `if (request.method === 'DELETE' && ${given}?.toLowerCase() === env.AUTH_KEY_SECRET?.toLowerCase())
        return ${given} !== null;
      ${asked}`,
  },
  {
    id: 'lets-everybody-delete-without-a-header',
    requirement: 'OBJ-AUTH-6',
    does: 'It checks the header of a DELETE where there is one.',
    file: authorize,
    replace: asked,
    by: `if (request.method === 'DELETE' && ${given} === null) return true; ${asked}`,
  },
  {
    id: 'wants-a-secret-for-reading',
    requirement: 'OBJ-AUTH-7',
    does: 'It wants the secret for reading what everybody may read.',
    file: authorize,
    replace: 'return readable.includes(key);',
    by: `return readable.includes(key) && isSecret(${given}, env.AUTH_KEY_SECRET);`,
  },
  {
    id: 'lets-who-has-the-secret-read-anything',
    requirement: 'OBJ-AUTH-8',
    does: 'It lets who has the secret read keys outside the allow list.',
    file: authorize,
    replace: 'return readable.includes(key);',
    by: `return readable.includes(key) || isSecret(${given}, env.AUTH_KEY_SECRET);`,
  },
  {
    id: 'folds-the-case-of-the-allow-list',
    requirement: 'OBJ-AUTH-8',
    does: 'It takes a key for one of the allow list whatever its case.',
    file: authorize,
    replace: 'return readable.includes(key);',
    by: 'return readable.includes(key.toLowerCase());',
  },
  {
    id: 'decodes-keys-for-the-allow-list',
    requirement: 'OBJ-AUTH-8',
    does: 'It takes a key for one of the allow list once it is percent-decoded, which keys are not.',
    file: authorize,
    replace: 'return readable.includes(key);',
    by: 'return readable.includes(decodeURIComponent(key));',
  },
  {
    id: 'lets-other-methods-through',
    requirement: 'OBJ-AUTH-9',
    does: 'It lets methods through that nobody may use, and answers them with 405.',
    file: authorize,
    replace: 'return false;\n  }',
    by: 'return true;\n  }',
  },
  {
    id: 'says-why-it-denies',
    requirement: 'OBJ-AUTH-10',
    does: 'It says whether it was the key or the secret that was wrong.',
    file: worker,
    replace: "textOf('Forbidden', { status: 403 })",
    by: "textOf(request.method === 'GET' ? 'Forbidden' : 'Forbidden: wrong secret', { status: 403 })",
  },
  {
    id: 'denies-no-failed-precondition',
    requirement: 'OBJ-AUTH-12',
    does: 'It answers a denied request with If-None-Match as a precondition that failed.',
    file: worker,
    replace: "return textOf('Forbidden', { status: 403 });",
    by: `return request.headers.has('if-none-match')
        ? new Response(null, { status: 412 })
        : textOf('Forbidden', { status: 403 });`,
  },
  {
    id: 'looks-for-the-allowed-key-in-the-query-too',
    requirement: 'OBJ-AUTH-13',
    does: 'It compares a key and its query with the allow list.',
    file: authorize,
    replace: 'return readable.includes(key);',
    by: 'return readable.includes(key + new URL(request.url).search);',
  },
]);

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
