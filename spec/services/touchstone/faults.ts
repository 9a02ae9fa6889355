import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema } from '../../schema.ts';
import { scannedWordsSchema } from '../ai-gateway/guardrails.ts';
import { platformLimits } from '../ai-gateway/rate-limits.ts';
import { adminEndpoint } from './schemas.ts';

/** What an account pays inference with. */
export const accountCreditsSchema = z.object({
  /** Prepaid credits in dollars. */
  credits: z.number().min(0),
  plan: z.enum(['free', 'paid']),
  /** Neurons that were used on this day (UTC); the free plan has an allocation of them. */
  neurons_today: z.number().min(0),
});

/** What the scanner of guardrails finds, and whether it answers at all. */
export const guardrailScannerSchema = z.object({
  words: z.array(scannedWordsSchema),
  /** Why it gives no answer; null where it does. */
  failing: z.enum(['unavailable', 'credits']).nullable(),
});

/** Which limits of the platform's own are enforced. */
const enforcedLimitsSchema = z.object({ enforced: z.enum(platformLimits) });

const none = z.object({});
const account = z.object({ account_id: hexIdSchema });

/** What gateways meet that no setting of theirs says. */
export const gatewayConditionEndpoints = {
  'touchstone.credits.get': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/accounts/{account_id}/credits',
    summary: 'Read the prepaid credits of an account, its plan, and what it used of the day',
    params: account,
    query: none,
    result: accountCreditsSchema,
    errors: ['admin-forbidden', 'account-unknown'],
  }),
  'touchstone.credits.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/accounts/{account_id}/credits',
    summary: 'Say how many credits an account has, and which plan; what is left out stays',
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
    summary: 'Read what the scanner of guardrails finds',
    params: none,
    query: none,
    result: guardrailScannerSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.guardrails.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/guardrails',
    summary: 'Say what the scanner of guardrails finds, or that it fails; what is left out stays',
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
    summary: "Read which of the platform's own limits are enforced",
    params: none,
    query: none,
    result: enforcedLimitsSchema,
    errors: ['admin-forbidden'],
  }),
  'touchstone.limits.set': endpoint({
    ...adminEndpoint,
    method: 'PUT',
    path: '/_touchstone/limits',
    summary: "Say which of the platform's own limits are enforced",
    params: none,
    query: none,
    body: enforcedLimitsSchema,
    example: { enforced: 'all' },
    result: enforcedLimitsSchema,
    errors: ['admin-forbidden'],
  }),
} as const;

/** Bounds of faults (all ours). */
export const faultLimits = {
  /** Faults that are in place at once. */
  faults: 1_000,
  /** Milliseconds that a fault may make a request wait, and as many by chance: an hour. */
  waitMs: 3_600_000,
  /** Times a fault can be told to apply. */
  times: 1_000_000,
  /** Characters of the name or pattern of operations. */
  operationCharacters: 200,
  /** Characters of a path that is matched. */
  pathCharacters: 2_000,
  /** Characters of a body that a fault answers with, as JSON or as it is. */
  bodyCharacters: 1_000_000,
  /** Headers that a fault answers with. */
  headers: 50,
  /** Bytes after which an answer can be cut. */
  truncateBytes: 1_000_000_000,
  /** Seconds after which a client may try again, as a fault of status 429 says unless it is told otherwise. */
  retryAfterSeconds: 1,
} as const;

const milliseconds = z.number().min(0).max(faultLimits.waitMs);
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'is no name of a header');
const headerValue = z.string().regex(/^[\t\x20-\x7e]{0,4000}$/, 'is no value of a header');

/** What a request has to be, beside its operation; all that is said has to hold. */
export const faultMatchSchema = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Za-z]{1,20}$/, 'is no method')
    .optional(),
  /** Path from the root of the host, without the query; `*` is any run of characters. */
  path: z.string().min(1).max(faultLimits.pathCharacters).optional(),
  /** Account that the request names, or the only one that its token reaches. */
  account: hexIdSchema.optional(),
  zone: hexIdSchema.optional(),
});

/** Members of a fault. */
export const faultMembers = {
  /** Id of an operation, the beginning of some (`zones`, `edge`, `git`), or a pattern with `*`. */
  operation: z.string().min(1).max(faultLimits.operationCharacters),
  match: faultMatchSchema.optional(),
  /** Answers with this status in place of the operation, in the shape that its refusals have. */
  status: z.int().min(400).max(599).optional(),
  /** Answers with this refusal of the catalogue in place of the operation. */
  failure: z.string().max(100).optional(),
  /** Body of that answer: a text as it is, anything else as JSON. */
  body: z.unknown().optional(),
  /** Headers of that answer, beside those that it has. */
  headers: z.record(headerName, headerValue).optional(),
  /** Milliseconds, by the clock of the mock, before anything happens. */
  latencyMs: milliseconds.optional(),
  /** Milliseconds that chance adds to that, from none to all of them. */
  jitterMs: milliseconds.optional(),
  /** Ends the connection without an answer: before the operation, or once it is done. */
  drop: z.enum(['before', 'after']).optional(),
  /** Ends the connection in the middle of the body of an answer. */
  truncate: z
    .union([
      z.strictObject({ bytes: z.int().min(0).max(faultLimits.truncateBytes) }),
      z.strictObject({ share: z.number().min(0).lt(1) }),
    ])
    .optional(),
  /** How often it applies; left out, always. */
  times: z.union([z.literal('once'), z.int().min(1).max(faultLimits.times)]).optional(),
  /** Share of the requests that it applies to, by chance; left out, all. */
  rate: z.number().gt(0).max(1).optional(),
};

/** Says what of a fault does not go together. */
export function checkFaultMembers(fault: FaultMembers, context: z.core.$RefinementCtx<FaultMembers>): void {
  const wrong = (member: string, message: string) =>
    context.addIssue({ code: 'custom', path: [member], message });
  const { status, failure, body, headers, drop, truncate, latencyMs = 0, jitterMs = 0 } = fault;
  const answers = status !== undefined || failure !== undefined;
  if (!answers && drop === undefined && truncate === undefined && latencyMs + jitterMs === 0) {
    wrong('status', 'say what goes wrong: status, failure, latencyMs, jitterMs, drop or truncate');
  }
  if (status !== undefined && failure !== undefined) wrong('failure', 'has a status of its own');
  if (body !== undefined && status === undefined) wrong('body', 'needs a status');
  const characters = getCharacters(body);
  if (characters === undefined) wrong('body', 'is nothing that JSON can say');
  else if (characters > faultLimits.bodyCharacters) {
    wrong('body', `has more than ${faultLimits.bodyCharacters} characters`);
  }
  if (headers !== undefined && !answers) wrong('headers', 'need a status or a failure');
  if (Object.keys(headers ?? {}).length > faultLimits.headers) {
    wrong('headers', `are more than ${faultLimits.headers}`);
  }
  if (drop !== undefined && answers) wrong('drop', 'leaves no answer that could have a status');
  if (drop !== undefined && truncate !== undefined)
    wrong('truncate', 'needs an answer, which drop takes away');
}

type FaultMembers = Omit<z.output<z.ZodObject<typeof faultMembers>>, 'match'>;

/** What goes wrong, for which requests and how often. */
export const faultSchema = z.strictObject(faultMembers).superRefine(checkFaultMembers);

/** Characters of a body as it is sent; undefined for one that JSON has no words for. */
function getCharacters(body: unknown): number | undefined {
  if (body === undefined) return 0;
  if (typeof body === 'string') return body.length;
  try {
    return JSON.stringify(body)?.length;
  } catch {
    return undefined;
  }
}

/** A fault, as it is checked. */
export type Fault = z.output<typeof faultSchema>;

/** A fault that is in place, and what became of it. */
const faultRecordSchema = z.object({
  /** `fault-1`, `fault-2`, and so on, in the order of adding. */
  id: z.string(),
  /** Requests it was applied to. */
  used: z.int(),
  /** Requests it will still be applied to; null for any number. */
  left: z.int().nullable(),
  fault: faultSchema,
});

export type FaultRecord = z.output<typeof faultRecordSchema>;

/** Narrows an operation to the faults that say this account in their match. */
const byAccount = z.object({ account_id: hexIdSchema.optional() });

/** What goes wrong on purpose. */
export const faultEndpoints = {
  'touchstone.fault.list': endpoint({
    ...adminEndpoint,
    method: 'GET',
    path: '/_touchstone/faults',
    summary: 'List the faults that are in place, in order of precedence',
    params: none,
    query: byAccount,
    result: z.array(faultRecordSchema),
    errors: ['admin-forbidden'],
  }),
  'touchstone.fault.add': endpoint({
    ...adminEndpoint,
    method: 'POST',
    path: '/_touchstone/faults',
    summary: 'Have requests go wrong from now on, before all faults that there are',
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
    summary: 'Take all faults out',
    params: none,
    query: byAccount,
    result: z.object({ removed: z.int() }),
    errors: ['admin-forbidden'],
  }),
  'touchstone.fault.remove': endpoint({
    ...adminEndpoint,
    method: 'DELETE',
    path: '/_touchstone/faults/{fault_id}',
    summary: 'Take one fault out',
    params: z.object({ fault_id: z.string().regex(/^fault-[1-9]\d{0,15}$/) }),
    query: none,
    result: z.object({ id: z.string() }),
    errors: ['admin-forbidden', 'fault-unknown'],
  }),
} as const;
