import { defineMutants } from '../mutant.ts';

const authenticate = 'mock/access/authorize.ts';
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

const answer = 'mock/answer.ts';
const failure = 'return JSON.stringify(shape ? shape.body(error) : failureEnvelope(error));';
const ofEnvelopes = 'The requirement is about the shape of every answer.';

/** What all answers have in common. */
export const envelopeMutants = defineMutants([
  {
    id: 'stands-below-another-version',
    requirement: 'V4-ROUTE-1',
    does: 'It has its endpoints below a base URL that ends in v5.',
    file: 'spec/endpoint.ts',
    replace: "'/client/v4'",
    by: "'/client/v5'",
  },
  {
    id: 'answers-with-data-for-a-result',
    requirement: 'V4-ENV-1',
    does: 'It calls the result of a success data.',
    unfit: ofEnvelopes,
    file: answer,
    replace: '        result,\n        success: true,',
    by: '        data: result,\n        success: true,',
  },
  {
    id: 'answers-success-as-a-word',
    requirement: 'V4-ENV-2',
    does: 'It answers success as a string.',
    unfit: ofEnvelopes,
    file: answer,
    replace: '        result,\n        success: true,',
    by: "        result,\n        success: 'true',",
  },
  {
    id: 'answers-errors-as-an-object',
    requirement: 'V4-ENV-3',
    does: 'It answers errors as an object that counts them.',
    unfit: ofEnvelopes,
    tamper: {
      response: async (response) => {
        if (response.headers.get('content-type') !== 'application/json') return response;
        const text = (await response.text()).replace('"errors":[]', '"errors":{}');
        return new Response(text, { status: response.status, headers: response.headers });
      },
    },
  },
  {
    id: 'answers-without-messages-where-there-are-none',
    requirement: 'V4-ENV-4',
    does: 'It leaves out messages where there are none.',
    unfit: ofEnvelopes,
    file: answer,
    replace: '        errors: [],\n        messages,',
    by: '        errors: [],\n        ...(messages.length > 0 ? { messages } : {}),',
  },
  {
    id: 'says-nothing-of-a-page-past-the-end',
    requirement: 'V4-ENV-5',
    does: 'It says nothing of a page that nothing is on.',
    unfit: 'The schema of a page has result_info.',
    file: answer,
    replace: '...(page ? {',
    by: "...(page && !('page' in page && page.page > 1 && page.count === 0) ? {",
  },
  {
    id: 'says-that-a-success-failed',
    requirement: 'V4-ENV-6',
    does: 'It answers success false where there is something to say about what succeeded.',
    unfit: ofEnvelopes,
    file: answer,
    replace: '        result,\n        success: true,',
    by: '        result,\n        success: messages.length === 0,',
  },
  {
    id: 'says-that-a-failure-succeeded',
    requirement: 'V4-ENV-7',
    does: 'It answers a refusal with success true and its errors.',
    unfit: ofEnvelopes,
    file: answer,
    replace: failure,
    by: 'return JSON.stringify(shape ? shape.body(error) : { ...failureEnvelope(error), success: true });',
  },
  {
    id: 'fails-without-errors',
    requirement: 'V4-ENV-8',
    does: 'It says of a refusal that it is one, and not why.',
    unfit: ofEnvelopes,
    file: answer,
    replace: failure,
    by: 'return JSON.stringify(shape ? shape.body(error) : { ...failureEnvelope(error), errors: [] });',
  },
  {
    id: 'clears-keys-before-it-looks-at-the-new-ones',
    requirement: 'V4-ENV-9',
    does: 'It takes the keys of a configuration away before it refuses those that are to replace them.',
    file: 'mock/services/token-validation/config-handlers.ts',
    replace: 'const accepted = await acceptKeys(body.keys',
    by: `const cleared = findConfig(zone, params.config_id);
  zone.tokenConfigs.put({ ...cleared, keys: cleared.keys.slice(0, -1) });
  const accepted = await acceptKeys(body.keys`,
  },
]);
