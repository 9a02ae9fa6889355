import { defineMutants } from '../mutant.ts';

const authenticate = 'mock/access/authenticate.ts';
const authorize = 'mock/access/authorize.ts';

/** Who is let in, and for what. */
export const accessMutants = defineMutants([
  {
    id: 'lets-everybody-in',
    requirement: 'V4-AUTH-1',
    does: 'It takes a request without credentials for one of the user.',
    file: authenticate,
    replace: "if (address === null || key === null) throw new ApiError('credentials-missing');",
    by: `if (address === null || key === null)
    return {
      id: '',
      scheme: 'api_key',
      email: 'nobody@example.com',
      status: 'active',
      permissions: { has: () => true } as never,
      accounts: 'all',
      zones: 'all',
    };`,
  },
  {
    id: 'lets-everybody-read',
    requirement: 'V4-AUTH-1',
    does: 'It asks for credentials of who writes, and lets everybody read.',
    file: 'mock/access/enter.ts',
    replace: 'const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint), credentials);',
    by: `const given = credentialHeaders(request.headers, endpoint);
    const isOpen = request.method === 'GET' && !given.has('authorization') && !given.has('x-auth-key');
    const actor: Actor = isOpen
      ? {
          id: '',
          scheme: 'api_key',
          email: 'nobody@example.com',
          status: 'active',
          permissions: { has: () => true } as never,
          accounts: 'all',
          zones: 'all',
        }
      : authenticateFor(id, given, credentials);`,
  },
  {
    id: 'reads-the-key-of-a-user-from-another-header',
    requirement: 'V4-AUTH-3',
    does: 'It wants the key of a user in the header of service keys.',
    file: authenticate,
    replace: "headers.get('x-auth-key')",
    by: "headers.get('x-auth-user-service-key')",
  },
  {
    id: 'wants-every-permission-of-a-reader',
    requirement: 'V4-AUTH-4',
    does: 'It wants all permissions that would do, where one of them is enough.',
    file: authorize,
    replace: '!anyOf.some((name) =>',
    by: '!anyOf.every((name) =>',
  },
  {
    id: 'lets-readers-write',
    requirement: 'V4-AUTH-5',
    does: 'It asks of who writes no more than that a token is known.',
    file: authorize,
    replace: 'if (anyOf.length > 0 && !anyOf.some((name) => actor.permissions.has(name))) {',
    by: 'if (anyOf.length > 0 && !actor.permissions.size) {',
  },
]);
