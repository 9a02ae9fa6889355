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

const billing = 'mock/services/ai-gateway/pass/billing-step.ts';
const limits = 'mock/services/ai-gateway/pass/request-limits.ts';
const rates = 'spec/services/inference/limits.ts';
const runLog = 'mock/services/ai-gateway/pass/run-log.ts';

/** Who pays for runs. */
export const billingMutants = defineMutants([
  {
    id: 'draws-on-credits-for-other-forms-alone',
    requirement: 'INF-BILL-1',
    does: 'It draws on no prepaid credits for a model that the path names.',
    file: billing,
    replace: "if (charge === 'prepaid-credits') billing.draw",
    by: "if (charge === 'prepaid-credits' && !request.byPath) billing.draw",
  },
  {
    id: 'draws-on-credits-for-every-form',
    requirement: 'INF-BILL-2',
    does: 'It draws on prepaid credits for a hosted model in any form.',
    file: billing,
    replace: 'chargeOf({ hosted, byPath,',
    by: 'chargeOf({ hosted, byPath: byPath || true,',
  },
  {
    id: 'draws-on-credits-of-every-gateway',
    requirement: 'INF-BILL-3',
    does: 'It draws on prepaid credits whatever the gateway says about billing.',
    file: billing,
    replace: "mode: gateway.workers_ai_billing_mode ?? 'postpaid'",
    by: "mode: 'unified'",
  },
  {
    id: 'takes-as-many-requests-without-credits',
    requirement: 'INF-BILL-4',
    does: 'It takes as many requests of a frontier model with prepaid credits as without.',
    file: limits,
    replace: "prepaid: charge === 'prepaid-credits'",
    by: 'prepaid: false',
  },
  {
    id: 'charges-third-parties-to-a-key',
    requirement: 'INF-BILL-5',
    does: 'It notes each run of a third party as one with a key of the account.',
    file: runLog,
    replace: "wholesale: charge === 'unified-billing'",
    by: "wholesale: charge === 'own-key'",
  },
  {
    id: 'takes-one-run-beyond-the-free-allocation',
    requirement: 'INF-BILL-6',
    does: 'It takes one more run when the free allocation is used up.',
    file: billing,
    replace: '>= freeNeurons',
    by: '> freeNeurons',
  },
  {
    id: 'runs-frontier-models-on-the-free-plan',
    requirement: 'INF-BILL-7',
    does: 'It runs frontier models on the free plan until the allocation is used up.',
    file: billing,
    replace: 'if (request.model.frontier)',
    by: 'if (request.model.frontier && billing.neuronsToday(now) >= freeNeurons)',
  },
  {
    id: 'takes-a-frontier-request-too-many',
    requirement: 'INF-BILL-8',
    does: 'It takes 21 requests of a frontier model in a minute without prepaid credits.',
    file: rates,
    replace: 'postpaid: 20',
    by: 'postpaid: 21',
  },
  {
    id: 'takes-a-prepaid-request-too-many',
    requirement: 'INF-BILL-9',
    does: 'It takes 51 requests of a frontier model in a minute with prepaid credits.',
    file: rates,
    replace: 'prepaid: 50',
    by: 'prepaid: 51',
  },
]);

const runs = 'mock/bindings/ai/run-model.ts';

/** Models as Worker code has them. */
export const bindingMutants = defineMutants([
  {
    id: 'gives-a-binding-the-envelope',
    requirement: 'INF-BIND-1',
    does: 'It gives Worker code the output of a model in the envelope.',
    file: runs,
    replace: 'prepareRun(runnable, { input, ...subject }, bare, inference)',
    by: 'prepareRun(runnable, { input, ...subject }, (result) => JSON.stringify({ result, success: true, errors: [], messages: [] }), inference)',
  },
  {
    id: 'gives-a-binding-whole-answers',
    requirement: 'INF-BIND-2',
    does: 'It forgets that Worker code asks for a stream.',
    file: runs,
    replace: '{ input, ...subject }',
    by: '{ input: { ...Object(input), stream: false }, ...subject }',
  },
  {
    id: 'throws-the-text-alone',
    requirement: 'INF-BIND-3',
    does: 'It throws what a model refuses with, without its code.',
    file: 'mock/bindings/ai/ai-error.ts',
    replace: 'code === null ? message : `${code}: ${message}`, name',
    by: 'message, name',
  },
]);
