import { defineMutants, mutant } from '../mutant.ts';

const authenticate = 'mock/api/access/authorize.ts';
const authorize = 'mock/api/access/authorize.ts';

/** Authentication and authorization. */
export const accessMutants = defineMutants([
  mutant('V4-AUTH-1', 'lets-everybody-in', {
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
  }),
  mutant('V4-AUTH-1', 'lets-everybody-read', {
    file: 'mock/api/access/enter.ts',
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
  }),
  mutant('V4-AUTH-3', 'reads-the-key-of-a-user-from-another-header', {
    file: authenticate,
    replace: "headers.get('x-auth-key')",
    by: "headers.get('x-auth-user-service-key')",
  }),
  mutant('V4-AUTH-4', 'wants-every-permission-of-a-reader', {
    file: authorize,
    replace: '!anyOf.some((name) =>',
    by: '!anyOf.every((name) =>',
  }),
  mutant('V4-AUTH-5', 'lets-readers-write', {
    file: authorize,
    replace: 'if (anyOf.length > 0 && !anyOf.some((name) => actor.permissions.has(name))) {',
    by: 'if (anyOf.length > 0 && !actor.permissions.size) {',
  }),
]);

const answer = 'mock/api/answer.ts';
const failure = 'return JSON.stringify(shape ? shape.body(error) : failureEnvelope(error));';
const ofEnvelopes = 'The requirement is about the shape of every answer.';

/** What all answers have in common. */
export const envelopeMutants = defineMutants([
  mutant('V4-ROUTE-1', 'stands-below-another-version', {
    file: 'spec/endpoint.ts',
    replace: "'/client/v4'",
    by: "'/client/v5'",
  }),
  mutant('V4-ENV-1', 'answers-with-data-for-a-result', {
    unfit: ofEnvelopes,
    file: answer,
    replace: '        result,\n        success: true,',
    by: '        data: result,\n        success: true,',
  }),
  mutant('V4-ENV-2', 'answers-success-as-a-word', {
    unfit: ofEnvelopes,
    file: answer,
    replace: '        result,\n        success: true,',
    by: "        result,\n        success: 'true',",
  }),
  mutant('V4-ENV-3', 'answers-errors-as-an-object', {
    unfit: ofEnvelopes,
    tamper: {
      response: async (response) => {
        if (response.headers.get('content-type') !== 'application/json') return response;
        const text = (await response.text()).replace('"errors":[]', '"errors":{}');
        return new Response(text, { status: response.status, headers: response.headers });
      },
    },
  }),
  mutant('V4-ENV-4', 'answers-without-messages-where-there-are-none', {
    unfit: ofEnvelopes,
    file: answer,
    replace: '        errors: [],\n        messages,',
    by: '        errors: [],\n        ...(messages.length > 0 ? { messages } : {}),',
  }),
  mutant('V4-ENV-5', 'says-nothing-of-a-page-past-the-end', {
    unfit: 'The schema of a page has result_info.',
    file: answer,
    replace: '...(page ? {',
    by: "...(page && !('page' in page && page.page > 1 && page.count === 0) ? {",
  }),
  mutant('V4-ENV-6', 'says-that-a-success-failed', {
    unfit: ofEnvelopes,
    file: answer,
    replace: '        result,\n        success: true,',
    by: '        result,\n        success: messages.length === 0,',
  }),
  mutant('V4-ENV-7', 'says-that-a-failure-succeeded', {
    unfit: ofEnvelopes,
    file: answer,
    replace: failure,
    by: 'return JSON.stringify(shape ? shape.body(error) : { ...failureEnvelope(error), success: true });',
  }),
  mutant('V4-ENV-8', 'fails-without-errors', {
    unfit: ofEnvelopes,
    file: answer,
    replace: failure,
    by: 'return JSON.stringify(shape ? shape.body(error) : { ...failureEnvelope(error), errors: [] });',
  }),
  mutant('V4-ENV-9', 'clears-keys-before-it-looks-at-the-new-ones', {
    file: 'mock/services/token-validation/config-handlers.ts',
    replace: 'const accepted = await acceptKeys(body.keys',
    by: `const cleared = findConfig(zone, params.config_id);
  zone.tokenConfigs.put({ ...cleared, keys: cleared.keys.slice(0, -1) });
  const accepted = await acceptKeys(body.keys`,
  }),
]);
