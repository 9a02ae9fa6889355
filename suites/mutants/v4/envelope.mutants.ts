import { defineMutants } from '../mutant.ts';

/** What all answers have in common. */
export const envelopeMutants = defineMutants([
  {
    id: 'answers-errors-as-an-object',
    requirement: 'V4-ENV-3',
    does: 'It answers errors as an object that counts them.',
    unfit: 'The requirement is about the shape of every answer.',
    tamper: {
      response: async (response) => {
        if (response.headers.get('content-type') !== 'application/json') return response;
        const text = (await response.text()).replace('"errors":[]', '"errors":{}');
        return new Response(text, { status: response.status, headers: response.headers });
      },
    },
  },
  {
    id: 'lets-readers-write',
    requirement: 'V4-AUTH-5',
    does: 'It asks of who writes no more than that a token is known.',
    file: 'mock/access/authorize.ts',
    replace: 'if (anyOf.length > 0 && !anyOf.some((name) => actor.permissions.has(name))) {',
    by: 'if (anyOf.length > 0 && !actor.permissions.size) {',
  },
]);
