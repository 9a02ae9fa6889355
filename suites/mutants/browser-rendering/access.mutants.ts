import { defineMutants } from '../mutant.ts';

const enter = 'mock/access/enter.ts';
const entered =
  'const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint), credentials);';
const renders = "id.startsWith('browser-rendering.')";

/** Who may have pages rendered. */
export const accessMutants = defineMutants([
  {
    id: 'renders-for-keys-alone',
    requirement: 'BR-AUTH-1',
    does: 'It takes no API token where pages are rendered.',
    file: enter,
    replace: entered,
    by: `if (${renders} && request.headers.has('authorization')) throw new ApiError('token-unknown');\n    ${entered}`,
  },
  {
    id: 'renders-for-anybody',
    requirement: 'BR-AUTH-2',
    does: 'It renders pages for a request without credentials.',
    file: enter,
    replace: entered,
    by: `if (${renders} && !/auth/.test([...request.headers.keys()].join())) return undefined;\n    ${entered}`,
  },
]);
