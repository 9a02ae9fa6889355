import { defineMutants, mutant } from '../mutant.ts';

const authorize = 'mock/apps/object-storage/worker.ts';
const worker = 'mock/apps/object-storage/worker.ts';
const asked = "return isSecret(request.headers.get('x-custom-auth-key'), env.AUTH_KEY_SECRET);";
const given = "request.headers.get('x-custom-auth-key')";

/** Authorization for objects. */
export const authorizationMutants = defineMutants([
  mutant('OBJ-AUTH-1', 'takes-no-secret-of-a-put', {
    file: authorize,
    replace: given,
    by: `request.headers.get(request.method === 'PUT' ? 'x-custom-auth-secret' : 'x-custom-auth-key')`,
  }),
  mutant('OBJ-AUTH-2', 'takes-any-secret-that-begins-right-of-a-put', {
    file: authorize,
    replace: asked,
    by: `if (request.method === 'PUT' && ${given}?.startsWith(env.AUTH_KEY_SECRET ?? '')) return true; ${asked}`,
  }),
  mutant('OBJ-AUTH-3', 'lets-everybody-put-without-a-header', {
    file: authorize,
    replace: asked,
    by: `if (request.method === 'PUT' && ${given} === null) return true; ${asked}`,
  }),
  mutant('OBJ-AUTH-4', 'lets-nobody-delete', {
    file: authorize,
    replace: "case 'DELETE':\n      return isSecret",
    by: "case 'REMOVE':\n      return isSecret",
  }),
  mutant('OBJ-AUTH-5', 'folds-the-case-of-the-secret-of-a-delete', {
    file: authorize,
    replace: asked,
    by: `if (request.method === 'DELETE' && ${given}?.toLowerCase() === env.AUTH_KEY_SECRET?.toLowerCase())
        return ${given} !== null;
      ${asked}`,
  }),
  mutant('OBJ-AUTH-6', 'lets-everybody-delete-without-a-header', {
    file: authorize,
    replace: asked,
    by: `if (request.method === 'DELETE' && ${given} === null) return true; ${asked}`,
  }),
  mutant('OBJ-AUTH-7', 'wants-a-secret-for-reading', {
    file: authorize,
    replace: 'return readable.includes(key);',
    by: `return readable.includes(key) && isSecret(${given}, env.AUTH_KEY_SECRET);`,
  }),
  mutant('OBJ-AUTH-8', 'lets-who-has-the-secret-read-anything', {
    file: authorize,
    replace: 'return readable.includes(key);',
    by: `return readable.includes(key) || isSecret(${given}, env.AUTH_KEY_SECRET);`,
  }),
  mutant('OBJ-AUTH-8', 'folds-the-case-of-the-allow-list', {
    file: authorize,
    replace: 'return readable.includes(key);',
    by: 'return readable.includes(key.toLowerCase());',
  }),
  mutant('OBJ-KEY-2', 'decodes-keys-for-the-allow-list', {
    file: authorize,
    replace: 'return readable.includes(key);',
    by: 'return readable.includes(decodeURIComponent(key));',
  }),
  mutant('OBJ-AUTH-9', 'lets-other-methods-through', {
    file: authorize,
    replace: 'return false;\n  }',
    by: 'return true;\n  }',
  }),
  mutant('OBJ-AUTH-10', 'says-why-it-denies', {
    file: worker,
    replace: "getText('Forbidden', { status: 403 })",
    by: "getText(request.method === 'GET' ? 'Forbidden' : 'Forbidden: wrong secret', { status: 403 })",
  }),
  mutant('OBJ-AUTH-12', 'denies-no-failed-precondition', {
    file: worker,
    replace: "return getText('Forbidden', { status: 403 });",
    by: `return request.headers.has('if-none-match')
        ? new Response(null, { status: 412 })
        : getText('Forbidden', { status: 403 });`,
  }),
  mutant('OBJ-AUTH-13', 'looks-for-the-allowed-key-in-the-query-too', {
    file: authorize,
    replace: 'return readable.includes(key);',
    by: 'return readable.includes(key + new URL(request.url).search);',
  }),
]);

const condition = 'mock/engines/objects/condition.ts';
const byTag = "return tag.type === 'any' || (tag.value === etag && (weakly || tag.type === 'strong'));";
const missing = 'return matches === undefined && after === undefined;';
const all = 'return isMatch && isOther && isLater && isEarlier;';

/** Preconditions of reads and writes. */
export const conditionMutants = defineMutants([
  mutant('OBJ-COND-1', 'matches-the-first-etag-alone', {
    file: condition,
    replace: 'matches.some(',
    by: 'matches.slice(0, 1).some(',
  }),
  mutant('OBJ-COND-2', 'matches-weak-etags', {
    file: condition,
    replace: 'isTagOf(tag, record.etag, false)',
    by: 'isTagOf(tag, record.etag, true)',
  }),
  mutant('OBJ-COND-3', 'takes-weak-etags-for-others', {
    file: condition,
    replace: byTag,
    by: "return tag.type === 'any' || (tag.value === etag && tag.type === 'strong');",
  }),
  mutant('OBJ-COND-4', 'reads-modified-since-the-wrong-way', {
    file: condition,
    replace: 'precise(after) < uploaded ||',
    by: 'precise(after) < uploaded || after > Date.now() ||',
  }),
  mutant('OBJ-COND-5', 'does-not-read-unmodified-since', {
    file: condition,
    replace: 'const isEarlier = before === undefined ||',
    by: 'const isEarlier = before !== 0 ||',
  }),
  mutant('OBJ-COND-6', 'counts-modified-since-beside-none-match', {
    file: condition,
    replace: ' || (differs !== undefined && isOther);',
    by: ';',
  }),
  mutant('OBJ-COND-7', 'counts-unmodified-since-beside-match', {
    file: condition,
    replace: ' || (matches !== undefined && isMatch);',
    by: ';',
  }),
  mutant('OBJ-COND-8', 'has-a-match-decide-alone', {
    file: condition,
    replace: all,
    by: 'return (matches !== undefined && isMatch) || (isMatch && isOther && isLater && isEarlier);',
  }),
  mutant('OBJ-COND-10', 'has-nothing-unmodified', {
    file: condition,
    replace: missing,
    by: 'return matches === undefined && after === undefined && before === undefined;',
  }),
  mutant('OBJ-COND-11', 'has-nothing-modified-since', {
    file: condition,
    replace: missing,
    by: 'return matches === undefined;',
  }),
  mutant('OBJ-COND-16', 'takes-the-second-of-storing-for-later', {
    file: condition,
    replace: 'uploaded < precise(before)',
    by: 'uploaded <= precise(before)',
  }),
]);
