import { defineMutants, mutant } from '../mutant.ts';

const enter = 'mock/api/access/enter.ts';
const formats = 'spec/services/inference/endpoints/formats.ts';

const entered =
  'const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint), credentials);';
const permitted = 'requirePermission(actor, other ?? access.permissions);';
const missing = "throw new ApiError('permission-missing');";

/** An endpoint that requires a token with the permission to edit. */
const editable = (path: string) => `path: '/accounts/{account_id}/ai/v1/${path}',`;
const edit = "\n    access: { kind: 'api', permissions: ['Workers AI Edit'] },";

/** Authorization for model runs. */
export const accessMutants = defineMutants([
  mutant('INF-AUTH-1', 'needs-the-permission-to-edit-for-a-chat', {
    file: formats,
    replace: editable('chat/completions'),
    by: editable('chat/completions') + edit,
  }),
  mutant('INF-AUTH-2', 'needs-the-permission-to-edit-for-a-response', {
    file: formats,
    replace: editable('responses'),
    by: editable('responses') + edit,
  }),
  mutant('INF-AUTH-3', 'makes-vectors-for-anybody', {
    file: enter,
    replace: entered,
    by: `if (id === 'inference.embeddings' && !/auth/.test([...request.headers.keys()].join())) return undefined;\n    ${entered}`,
    first: 'inference.embeddings',
  }),
  mutant('INF-AUTH-4', 'denies-what-a-gateway-may-not-run', {
    file: 'mock/api/access/authorize.ts',
    replace: missing,
    by: "throw new ApiError('access-denied');",
    first: 'inference.run with',
  }),
  mutant('INF-AUTH-5', 'counts-missing-permissions-otherwise', {
    file: 'spec/v4/failures.ts',
    replace: "'permission-missing': failure(401, 10000)",
    by: "'permission-missing': failure(401, 9109)",
    first: 'inference.run with',
  }),
  mutant('INF-AUTH-6', 'makes-vectors-for-a-gateway', {
    file: enter,
    replace: permitted,
    by: `if (id !== 'inference.embeddings') ${permitted}`,
    first: 'inference.embeddings',
  }),
  mutant('INF-AUTH-8', 'runs-no-model-for-a-key', {
    file: 'mock/world/credentials.ts',
    replace: "permissions: toPermissions(permissions),\n    accounts: 'all'",
    by: "permissions: toPermissions(permissions.filter((name) => !name.startsWith('Workers AI'))),\n    accounts: 'all'",
  }),
]);

const billing = 'mock/services/ai-gateway/pass/billing-step.ts';
const limits = 'mock/services/ai-gateway/pass/request-limits.ts';
const rates = 'spec/services/inference/limits.ts';
const runLog = 'mock/services/ai-gateway/pass/run-log.ts';

/** Billing of runs. */
export const billingMutants = defineMutants([
  mutant('INF-BILL-1', 'draws-on-credits-for-other-forms-alone', {
    file: billing,
    replace: 'if (drawsOnCredits(charge)) billing.draw',
    by: 'if (drawsOnCredits(charge) && !request.byPath) billing.draw',
  }),
  mutant('INF-BILL-2', 'draws-on-credits-for-every-form', {
    file: billing,
    replace: 'request.byPath && gateway',
    by: 'gateway',
  }),
  mutant('INF-BILL-3', 'draws-on-credits-of-every-gateway', {
    file: billing,
    replace: "request.byPath && gateway.workers_ai_billing_mode === 'unified'",
    by: 'request.byPath',
  }),
  mutant('INF-BILL-4', 'takes-as-many-requests-without-credits', {
    file: limits,
    replace: "prepaid: charge === 'prepaid-credits'",
    by: 'prepaid: false',
  }),
  mutant('INF-BILL-5', 'charges-third-parties-to-a-key', {
    file: runLog,
    replace: "wholesale: charge === 'unified-billing'",
    by: "wholesale: charge === 'own-key'",
  }),
  mutant('INF-BILL-6', 'takes-one-run-beyond-the-free-allocation', {
    file: billing,
    replace: '>= gatewayLimits.freeNeurons',
    by: '> gatewayLimits.freeNeurons',
  }),
  mutant('INF-BILL-7', 'runs-frontier-models-on-the-free-plan', {
    file: billing,
    replace: 'if (request.model.frontier)',
    by: 'if (request.model.frontier && billing.neuronsToday(now) >= gatewayLimits.freeNeurons)',
  }),
  mutant('INF-BILL-8', 'takes-a-frontier-request-too-many', {
    file: rates,
    replace: 'postpaid: 20',
    by: 'postpaid: 21',
  }),
  mutant('INF-BILL-9', 'takes-a-prepaid-request-too-many', {
    file: rates,
    replace: 'prepaid: 50',
    by: 'prepaid: 51',
  }),
]);

const runs = 'mock/bindings/ai/run-model.ts';

/** Models through the binding of a Worker. */
export const bindingMutants = defineMutants([
  mutant('INF-BIND-1', 'gives-a-binding-the-envelope', {
    file: runs,
    replace: 'prepareRun(runnable, { input, ...subject }, bare, inference)',
    by: 'prepareRun(runnable, { input, ...subject }, (result) => JSON.stringify({ result, success: true, errors: [], messages: [] }), inference)',
  }),
  mutant('INF-BIND-2', 'gives-a-binding-whole-answers', {
    file: runs,
    replace: '{ input, ...subject }',
    by: '{ input: { ...Object(input), stream: false }, ...subject }',
  }),
  mutant('INF-BIND-3', 'throws-the-text-alone', {
    file: 'mock/bindings/ai/ai-error.ts',
    replace: 'code === null ? message : `${code}: ${message}`, name',
    by: 'message, name',
  }),
]);
