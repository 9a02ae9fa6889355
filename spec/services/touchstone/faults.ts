import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema } from '../../schema.ts';
import { scannedWordsSchema } from '../ai-gateway/guardrails.ts';
import { platformLimits } from '../ai-gateway/rate-limits.ts';
import { adminEndpoint } from './schemas.ts';

/** Credits and plan of an account. */
export const accountCreditsSchema = z.object({
  /** Prepaid credits in dollars. */
  credits: z.number().min(0),
  plan: z.enum(['free', 'paid']),
  /** Neurons used on this day (UTC); the free plan has an allocation of them. */
  neurons_today: z.number().min(0),
});

/** The words that the scanner of guardrails finds, and whether it answers. */
export const guardrailScannerSchema = z.object({
  words: z.array(scannedWordsSchema),
  /** Why it does not answer; null if it does. */
  failing: z.enum(['unavailable', 'credits']).nullable(),
});

/** Which limits of the platform are enforced. */
const enforcedLimitsSchema = z.object({ enforced: z.enum(platformLimits) });

const none = z.object({});
const account = z.object({ account_id: hexIdSchema });

/** The environment of gateways beyond their settings. */
export const gatewayConditionEndpoints = {
  'touchstone.credits.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/accounts/{account_id}/credits',
    summary: 'Read the prepaid credits of an account, its plan, and its usage of the day',
    params: account,
    query: none,
    result: accountCreditsSchema,
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.credits.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/accounts/{account_id}/credits',
    summary: 'Set the credits and plan of an account; omitted members stay',
    params: account,
    query: none,
    body: accountCreditsSchema.partial(),
    example: { credits: 0.5 },
    result: accountCreditsSchema,
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.guardrails.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/guardrails',
    summary: 'Read the words that the scanner of guardrails finds',
    params: none,
    query: none,
    result: guardrailScannerSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.guardrails.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/guardrails',
    summary: 'Set the words that the scanner of guardrails finds, or make it fail; omitted members stay',
    params: none,
    query: none,
    body: guardrailScannerSchema.partial(),
    example: { words: [{ category: 'S1', words: ['teapot'] }], failing: null },
    result: guardrailScannerSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.limits.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/limits',
    summary: 'Read which limits of the platform are enforced',
    params: none,
    query: none,
    result: enforcedLimitsSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.limits.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/limits',
    summary: 'Set which limits of the platform are enforced',
    params: none,
    query: none,
    body: enforcedLimitsSchema,
    example: { enforced: 'all' },
    result: enforcedLimitsSchema,
    errors: ['admin-forbidden'],
  }),
} as const;

/** Limits of faults (all ours). */
export const faultLimits = {
  /** Active faults. */
  faults: 1_000,
  /** Milliseconds by which a fault delays a request, and of its jitter: an hour. */
  waitMs: 3_600_000,
  /** Number of times that a fault applies. */
  times: 1_000_000,
  /** Characters of the name or pattern of operations. */
  operationCharacters: 200,
  /** Characters of a path pattern. */
  pathCharacters: 2_000,
  /** Characters of the body of a fault, as JSON or text. */
  bodyCharacters: 1_000_000,
  /** Headers of the answer of a fault. */
  headers: 50,
  /** Bytes after which an answer can be cut off. */
  truncateBytes: 1_000_000_000,
  /** Default seconds in the `Retry-After` of a fault with status 429. */
  retryAfterSeconds: 1,
} as const;

const milliseconds = z.number().min(0).max(faultLimits.waitMs);
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'is no name of a header');
const headerValue = z.string().regex(/^[\t\x20-\x7e]{0,4000}$/, 'is no value of a header');

/** Conditions of a request besides its operation; all must hold. */
export const faultMatchSchema = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Za-z]{1,20}$/, 'is no method')
    .optional(),
  /** Path from the root of the host, without the query; `*` matches any run of characters. */
  path: z.string().min(1).max(faultLimits.pathCharacters).optional(),
  /** Account in the request, or the only account of its token. */
  account: hexIdSchema.optional(),
  zone: hexIdSchema.optional(),
});

/** Members of a fault. */
export const faultMembers = {
  /** Id of an operation, a prefix (`zones`, `edge`, `git`), or a pattern with `*`. */
  operation: z.string().min(1).max(faultLimits.operationCharacters),
  match: faultMatchSchema.optional(),
  /** Answers with this status instead of running the operation, in the shape of its refusals. */
  status: z.int().min(400).max(599).optional(),
  /** Answers with this refusal of the catalogue instead of running the operation. */
  failure: z.string().max(100).optional(),
  /** Body of that answer: a string as text, anything else as JSON. */
  body: z.unknown().optional(),
  /** Further headers of that answer. */
  headers: z.record(headerName, headerValue).optional(),
  /** Milliseconds, by the clock of the mock, before anything happens. */
  latencyMs: milliseconds.optional(),
  /** Random milliseconds in addition, from none to all of them. */
  jitterMs: milliseconds.optional(),
  /** Ends the connection without an answer, before or after the operation. */
  drop: z.enum(['before', 'after']).optional(),
  /** Ends the connection in the middle of the body of the answer. */
  truncate: z
    .union([
      z.strictObject({ bytes: z.int().min(0).max(faultLimits.truncateBytes) }),
      z.strictObject({ share: z.number().min(0).lt(1) }),
    ])
    .optional(),
  /** How often it applies; by default always. */
  times: z.union([z.literal('once'), z.int().min(1).max(faultLimits.times)]).optional(),
  /** Share of the requests that it applies to, at random; by default all. */
  rate: z.number().gt(0).max(1).optional(),
};

/** The contradictions between the members of a fault. */
export function checkFaultMembers(fault: FaultMembers, context: z.core.$RefinementCtx<FaultMembers>): void {
  const wrong = (member: string, message: string) =>
    context.addIssue({ code: 'custom', path: [member], message });
  const { status, failure, body, headers, drop, truncate, latencyMs = 0, jitterMs = 0 } = fault;
  const answers = status !== undefined || failure !== undefined;
  if (!answers && drop === undefined && truncate === undefined && latencyMs + jitterMs === 0) {
    wrong('status', 'say what goes wrong: status, failure, latencyMs, jitterMs, drop or truncate');
  }
  if (status !== undefined && failure !== undefined) wrong('failure', 'already has a status');
  if (body !== undefined && status === undefined) wrong('body', 'needs a status');
  const characters = getCharacters(body);
  if (characters === undefined) wrong('body', 'cannot be written as JSON');
  else if (characters > faultLimits.bodyCharacters) {
    wrong('body', `has more than ${faultLimits.bodyCharacters} characters`);
  }
  if (headers !== undefined && !answers) wrong('headers', 'need a status or a failure');
  if (Object.keys(headers ?? {}).length > faultLimits.headers) {
    wrong('headers', `are more than ${faultLimits.headers}`);
  }
  if (drop !== undefined && answers) wrong('drop', 'leaves no answer for a status');
  if (drop !== undefined && truncate !== undefined) wrong('truncate', 'needs an answer, which drop prevents');
}

type FaultMembers = Omit<z.output<z.ZodObject<typeof faultMembers>>, 'match'>;

/** A fault: what goes wrong, for which requests and how often. */
export const faultSchema = z.strictObject(faultMembers).superRefine(checkFaultMembers);

/** Characters of a body as sent; undefined for a value that JSON can't express. */
function getCharacters(body: unknown): number | undefined {
  if (body === undefined) return 0;
  if (typeof body === 'string') return body.length;
  try {
    return JSON.stringify(body)?.length;
  } catch {
    return undefined;
  }
}

/** A fault after validation. */
export type Fault = z.output<typeof faultSchema>;

/** An active fault with its state. */
const faultRecordSchema = z.object({
  /** `fault-1`, `fault-2`, and so on, in the order of adding. */
  id: z.string(),
  /** Number of requests it was applied to. */
  used: z.int(),
  /** Number of requests it will still apply to; null for any number. */
  left: z.int().nullable(),
  fault: faultSchema,
});

export type FaultRecord = z.output<typeof faultRecordSchema>;

/** Limits an operation to the faults with this account in their match. */
const byAccount = z.object({ account_id: hexIdSchema.optional() });

/** Injected faults. */
export const faultEndpoints = {
  'touchstone.fault.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/faults',
    summary: 'List the active faults, in order of precedence',
    params: none,
    query: byAccount,
    result: z.array(faultRecordSchema),
    errors: ['admin-forbidden'],
  }),
  'touchstone.fault.add': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/faults',
    summary: 'Add a fault, before all existing ones',
    params: none,
    query: byAccount,
    body: faultSchema,
    example: { operation: 'zones.zone.get', status: 503, rate: 0.5 },
    result: faultRecordSchema,
    status: 201,
    errors: ['admin-forbidden'],
  }),
  'touchstone.fault.clear': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/faults',
    summary: 'Remove all faults',
    params: none,
    query: byAccount,
    result: z.object({ removed: z.int() }),
    errors: ['admin-forbidden'],
  }),
  'touchstone.fault.remove': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/faults/{fault_id}',
    summary: 'Remove one fault',
    params: z.object({ fault_id: z.string().regex(/^fault-[1-9]\d{0,15}$/) }),
    query: none,
    result: z.object({ id: z.string() }),
    errors: ['admin-forbidden', 'fault-unknown'],
  }),
} as const;
