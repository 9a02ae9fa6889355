import { defineMutants } from '../mutant.ts';

const enter = 'mock/access/enter.ts';
const formats = 'spec/services/inference/endpoints/formats.ts';

const entered =
  'const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint), credentials);';
const permitted = 'requirePermission(actor, access.permissions);';
const missing = "throw new ApiError('permission-missing');";

/** An endpoint for which a token has to have the permission to edit. */
const editable = (path: string) => `path: '/accounts/{account_id}/ai/v1/${path}',`;
const edit = "\n    access: { kind: 'api', permissions: ['Workers AI Edit'] },";

/** Who may run models. */
export const accessMutants = defineMutants([
  {
    id: 'needs-the-permission-to-edit-for-a-chat',
    requirement: 'INF-AUTH-1',
    does: 'It asks for the permission to edit where a chat is completed.',
    file: formats,
    replace: editable('chat/completions'),
    by: editable('chat/completions') + edit,
  },
  {
    id: 'needs-the-permission-to-edit-for-a-response',
    requirement: 'INF-AUTH-2',
    does: 'It asks for the permission to edit where a response is made.',
    file: formats,
    replace: editable('responses'),
    by: editable('responses') + edit,
  },
  {
    id: 'makes-vectors-for-anybody',
    requirement: 'INF-AUTH-3',
    does: 'It makes vectors for a request without credentials.',
    file: enter,
    replace: entered,
    by: `if (id === 'inference.embeddings' && !/auth/.test([...request.headers.keys()].join())) return undefined;\n    ${entered}`,
    first: 'inference.embeddings',
  },
  {
    id: 'denies-what-a-gateway-may-not-run',
    requirement: 'INF-AUTH-4',
    does: 'It answers a token that lacks the permission with 403 as if it were of another account.',
    file: 'mock/access/authorize.ts',
    replace: missing,
    by: "throw new ApiError('access-denied');",
    first: 'inference.run with',
  },
  {
    id: 'counts-missing-permissions-otherwise',
    requirement: 'INF-AUTH-5',
    does: 'It answers a token that lacks the permission with 401 and another code.',
    file: 'spec/v4/failures.ts',
    replace: "'permission-missing': failure(401, 10000)",
    by: "'permission-missing': failure(401, 9109)",
    first: 'inference.run with',
  },
  {
    id: 'makes-vectors-for-a-gateway',
    requirement: 'INF-AUTH-6',
    does: 'It makes vectors for a token with a gateway permission alone.',
    file: enter,
    replace: permitted,
    by: `if (id !== 'inference.embeddings') ${permitted}`,
    first: 'inference.embeddings',
  },
  {
    id: 'runs-no-model-for-a-key',
    requirement: 'INF-AUTH-8',
    does: 'It lets an e-mail with its key run no model.',
    file: 'mock/access/credentials.ts',
    replace: "permissions: new Set(permissions),\n    accounts: 'all'",
    by: "permissions: new Set(permissions.filter((name) => !name.startsWith('Workers AI'))),\n    accounts: 'all'",
  },
]);
