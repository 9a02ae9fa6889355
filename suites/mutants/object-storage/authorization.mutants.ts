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
