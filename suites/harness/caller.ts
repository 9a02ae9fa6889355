import {
  type CallInput,
  type Client,
  createClient,
  type RawRequest,
  type Reply,
  type SuccessBody,
} from '../../spec/client.ts';
import { contract, type OperationId } from '../../spec/contract.ts';
import { isObject, show } from './assertions.ts';
import { checkReply } from './contract-check.ts';
import { ConformanceFailure, evidenceOfDifference, HarnessError, SkipTest } from './errors.ts';
import type { Findings } from './findings.ts';
import { createKnownValues } from './needed/known-values.ts';
import { createRoutes, operationAt, type Routes } from './needed/routes.ts';
import { withServiceHeaders } from './needed/service-headers.ts';
import { notePath } from './reply-paths.ts';
import type { Role, Target } from './target.ts';
import type { Transport } from './transport.ts';

/** What a call takes when its body need not fit the contract. */
export interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Headers of this request alone; one set to the empty string is left out. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A body that is no JSON: bytes, with their `content-type` among the headers, or a form. */
  readonly upload?: BodyInit;
}

/** Calls the API in one role. Every answer is compared with the contract of its operation. */
export interface Caller {
  /** Calls an operation that has to succeed. */
  call<Id extends OperationId>(id: Id, input: CallInput<Id>): Promise<Reply<SuccessBody<Id>>>;
  /** Calls an operation with any body, and takes whatever comes back. */
  ask(id: OperationId, input?: LooseInput): Promise<Reply>;
  /** Sends a request as it is; nothing is checked. */
  send(request: RawRequest): Promise<Reply>;
}

/** Answers that say that the target lacks an operation which no seed names, with why that ends a test. */
const lacks = new WeakMap<Reply, string>();

/** Which operation an answer says that the target lacks; undefined where it says nothing of the kind. */
export const lackIn = (reply: Reply): string | undefined => lacks.get(reply);

/** Ends a test as skipped that was about to go on with such an answer. */
export function skipWhereLacking(reply: Reply): void {
  const lack = lackIn(reply);
  if (lack !== undefined) throw new SkipTest(lack);
}

/**
 * A caller with the credentials of a role.
 *
 * @param routes what the run knows of the operations of the target
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
  if (!headers) throw new SkipTest(`the target gives no credentials for the role ${role}`);
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
    // The bodies of refusals don't fit the contract's types on purpose.
    const reply = await client.call(id, input as CallInput<typeof id>);
    notePath(reply, contract[id].path);
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
    ask,
    async call(id, input) {
      const reply = await ask(id, input);
      expectSuccess(reply, id);
      // The answer was compared with the contract, and what differs is among the findings.
      return reply as Reply<never>;
    },
    async send(request) {
      const reply = await client.send(request);
      notePath(reply, request.path);
      const meant = operationAt(request);
      const lack = meant && (await routes.getLack(meant.id, meant.params, reply, client.send));
      if (lack !== undefined) lacks.set(reply, lack);
      return reply;
    },
  };
}

/** Compares answers with the contract, but none that is the same as the one before it, which was fine. */
function rememberingChecks(): typeof checkReply {
  const fine = new Map<OperationId, Reply>();
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
 * Fails unless the request succeeded.
 *
 * @throws SkipTest where the target lacks an operation that no seed names
 */
export function expectSuccess(reply: Reply, what: string): void {
  if (succeeded(reply)) return;
  skipWhereLacking(reply);
  const received = `${reply.status}, not success`;
  throw new ConformanceFailure(`${what} was refused: ${summary(reply)}`, {
    evidence: evidenceOfDifference({ path: what, expected: '2xx with success', received }),
  });
}

/** Status and errors of an answer in one line. */
export function summary({ status, body, text }: Reply): string {
  const errors = isObject(body) ? body['errors'] : undefined;
  return `status ${status}, ${errors === undefined ? show(text.slice(0, 120)) : `errors ${show(errors)}`}`;
}

/** Operations that change what the whole target has once. */
const ofEverything: ReadonlySet<OperationId> = new Set([
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
 * Keeps a test that runs beside others from changing what they have too.
 *
 * @param isAlone whether no other test runs at the same time
 * @throws HarnessError from `call` and `ask` for such an operation
 */
export function withinReach(caller: Caller, isAlone: boolean): Caller {
  if (isAlone) return caller;
  const check = (id: OperationId) => {
    if (!ofEverything.has(id)) return;
    throw new HarnessError('target-shared', `A test that calls ${id} runs alone: it is exclusive`);
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
