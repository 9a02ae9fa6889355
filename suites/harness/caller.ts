import {
  type CallInput,
  type Client,
  createClient,
  type RawRequest,
  type Reply,
  type SuccessBody,
} from '../../spec/client.ts';
import type { OperationId } from '../../spec/contract.ts';
import type { RegisteredOperationKey } from '../../spec/v4/register/endpoint.ts';
import { isObject, mistaken, show, showMore } from './assertions.ts';
import { checkReply, isRaw } from './contract-check.ts';
import { ConformanceFailure, evidenceOfDifference, HarnessError, SkipTest } from './errors.ts';
import type { Findings } from './findings.ts';
import { createKnownValues } from './needed/known-values.ts';
import { createRoutes, operationAt, type Routes } from './needed/routes.ts';
import { withServiceHeaders } from './needed/service-headers.ts';
import { getEndpoint, type OperationName } from './operations.ts';
import { recordPath } from './reply-paths.ts';
import type { Role, Target } from './target.ts';
import type { Transport } from './transport.ts';

/** The input of a call whose body need not fit the contract. */
export interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Headers of this request alone; an empty string removes a header. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A body other than JSON: bytes, with their `content-type` among the headers, or a form. */
  readonly upload?: BodyInit;
}

/** Calls the API in one role, and checks every answer against the contract of its operation. */
export interface Caller {
  /** Calls an operation that must succeed. */
  call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<Reply<SuccessBody<Id>>>;
  /** Calls an operation, of the register too, with any body, and accepts any answer. */
  ask(id: OperationName, input?: LooseInput): Promise<Reply>;
  /** Sends a request as it is, without any checks. */
  send(request: RawRequest): Promise<Reply>;
  /** The lists that the run has found to have no end. */
  readonly endlessLists: Set<string>;
}

/** The operations of answers. */
const operations = new WeakMap<Reply, OperationName>();

/** Answers that show that the target lacks an operation which no seed names, with the reason to skip the test. */
const lacks = new WeakMap<Reply, string>();

/**
 * The reason to skip a test that an answer gives, because the target lacks the operation; undefined for all other
 * answers.
 */
export const getMissingOperation = (reply: Reply): string | undefined => lacks.get(reply);

/** Skips a test that can't go on after such an answer. */
export function skipWhereLacking(reply: Reply): void {
  const lack = getMissingOperation(reply);
  if (lack !== undefined) throw new SkipTest(lack);
}

/**
 * Creates a caller with the credentials of a role.
 *
 * @param routes what the run knows about the operations of the target
 * @throws SkipTest when the target has no credentials for the role.
 */
export function createCaller(
  target: Target,
  role: Role,
  transport: Transport,
  findings: Findings,
  routes: Routes = createRoutes(target),
): Caller {
  const headers = target.credentials.get(role);
  if (!headers) throw new SkipTest(`the target has no credentials for the role ${role}`);
  const given = target.given.headers;
  const exchange: Transport =
    role === 'full' && Object.keys(given).length > 0
      ? (request) => transport(withServiceHeaders(request, headers, given))
      : transport;
  const client: Client = createClient({ baseUrl: target.api, headers, exchange });
  const check = rememberingChecks();
  const known = createKnownValues(target.features.has('admin'));
  const ask: Caller['ask'] = async (id, input = {}) => {
    known.params(id, input.params ?? {});
    // The bodies of faulty requests don't fit the contract's types on purpose.
    const reply = await client.call(id as OperationId, input as CallInput<OperationId>);
    recordPath(reply, getEndpoint(id).path);
    operations.set(reply, id);
    const lack = await routes.getLack(id, input.params ?? {}, reply, client.send);
    if (lack !== undefined) {
      lacks.set(reply, lack);
      return reply;
    }
    for (const { requirement, message, difference } of check(id, reply)) {
      findings.add(requirement, `${id}: ${message}`, difference && evidenceOfDifference(difference));
    }
    return reply;
  };
  return {
    endlessLists: routes.endlessLists,
    ask,
    async call(id, input) {
      const reply = await ask(id, input);
      expectSuccess(reply, id);
      // It passes the checks, but has no body of JSON.
      if (isRaw(getEndpoint(id), reply))
        throw mistaken(`the type of the answer to ${id}`, reply.headers.get('content-type'), 'JSON');
      // The answer was checked against the contract, and the findings list any difference.
      return reply as Reply<never>;
    },
    async send(request) {
      const reply = await client.send(request);
      recordPath(reply, request.path);
      const meant = operationAt(request);
      if (meant) operations.set(reply, meant.id);
      const lack = meant && (await routes.getLack(meant.id, meant.params, reply, client.send));
      if (lack !== undefined) lacks.set(reply, lack);
      return reply;
    },
  };
}

/** Checks answers against the contract, except one that repeats the correct answer before it. */
function rememberingChecks(): typeof checkReply {
  const fine = new Map<OperationName, Reply>();
  return (id, reply) => {
    const before = fine.get(id);
    if (before && before.status === reply.status && reply.text !== '' && before.text === reply.text) {
      const getType = ({ headers }: Reply) => headers.get('content-type');
      if (getType(before) === getType(reply)) return [];
    }
    const found = checkReply(id, reply);
    if (found.length === 0) fine.set(id, reply);
    else fine.delete(id);
    return found;
  };
}

/** Whether an answer says that the request succeeded. */
export function succeeded({ status, body }: Reply): boolean {
  if (status < 200 || status > 299) return false;
  return !(isObject(body) && 'success' in body) || body['success'] === true;
}

/**
 * Whether an answer of success can be read as one of its operation: JSON, unless the operation also answers otherwise.
 * A web server that answers every path with its start page accepts nothing.
 */
function isReadable(reply: Reply): boolean {
  const id = operations.get(reply);
  if (id === undefined || reply.status === 204 || isRaw(getEndpoint(id), reply)) return true;
  const { answer } = getEndpoint(id);
  if (answer === 'empty' || answer === 'bytes' || answer === 'stream') return true;
  return answer === 'plain' ? reply.body !== undefined : isObject(reply.body);
}

/**
 * Fails unless the request succeeded.
 *
 * @throws SkipTest where the target lacks an operation that no seed names
 */
export function expectSuccess(reply: Reply, what: string): void {
  if (succeeded(reply)) {
    if (isReadable(reply)) return;
    throw new ConformanceFailure(`${what} got an answer that says nothing of success: ${summary(reply)}`, {
      evidence: evidenceOfDifference({
        path: `the answer to ${what}`,
        expected: 'JSON',
        received: showMore(reply.text),
      }),
    });
  }
  skipWhereLacking(reply);
  const received = `${reply.status}, not success`;
  throw new ConformanceFailure(`${what} was refused: ${summary(reply)}`, {
    evidence: evidenceOfDifference({ path: what, expected: '2xx with success', received }),
  });
}

/**
 * Calls an operation of the register, which must succeed.
 *
 * @returns `result` of the envelope, or the whole answer where it has none
 */
export async function callRegistered<Result>(
  caller: Pick<Caller, 'ask'>,
  operation: RegisteredOperationKey,
  input: LooseInput = {},
): Promise<Result> {
  const reply = await caller.ask(operation, input);
  expectSuccess(reply, operation);
  const { body } = reply;
  // The answer was checked against the register, and the findings list any difference.
  return (getEndpoint(operation).answer !== 'plain' && isObject(body) ? body['result'] : body) as Result;
}

/** Status and errors of an answer in one line. */
export function summary({ status, body, text }: Reply): string {
  const errors = isObject(body) ? body['errors'] : undefined;
  return `status ${status}, ${errors === undefined ? show(text.slice(0, 120)) : `errors ${show(errors)}`}`;
}

/** Operations that change a setting of the whole target. */
const ofEverything: ReadonlySet<OperationName> = new Set([
  'touchstone.guardrails.set',
  'touchstone.limits.set',
  'touchstone.model-reply.clear',
  'touchstone.model-reply.replace',
  'touchstone.signals.set',
  'touchstone.snapshot.restore',
  'touchstone.webhook.clear',
  'touchstone.world.reset',
]);

/**
 * Keeps a test that runs in parallel with others from changing shared state.
 *
 * @param isAlone whether no other test runs at the same time
 * @throws HarnessError from `call` and `ask` for such an operation
 */
export function withinReach(caller: Caller, isAlone: boolean): Caller {
  if (isAlone) return caller;
  const check = (id: OperationName) => {
    if (!ofEverything.has(id)) return;
    throw new HarnessError('target-shared', `A test that calls ${id} must be exclusive`);
  };
  return {
    ...caller,
    async ask(id, input) {
      check(id);
      return caller.ask(id, input);
    },
    async call(id, input) {
      check(id);
      return caller.call(id, input);
    },
  };
}
