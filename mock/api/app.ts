import type { Certainty } from '../../spec/certainty.ts';
import type { Endpoint, ErrorShape } from '../../spec/endpoint.ts';
import { ApiError, type FailureName } from '../../spec/errors.ts';
import { toHint } from '../../spec/failure.ts';
import { unknownPath } from '../../spec/services/artifacts/error-shape.ts';
import { isApi, isArtifacts, isFormatPath } from '../../spec/url.ts';
import type { MatchedFault } from '../control/faults/faults.ts';
import { withOriginal } from '../control/override.ts';
import {
  type ExchangeParts,
  isLeftOut,
  type PlaneNote,
  type ResponsePlane,
  respond,
  restOn,
} from '../exchange/exchange.ts';
import { machineFailure } from '../exchange/machine-failure.ts';
import { inProcess, type Peer } from '../exchange/peer.ts';
import { ownRefusal } from '../exchange/refusals.ts';
import { NotedHeaders } from '../world/journal-entry.ts';
import { authenticate } from './access/authorize.ts';
import { type AccessRules, authorize, locate } from './access/enter.ts';
import { answered, createAnswerHeaders, failureBasis, refusalAnswered } from './answer.ts';
import { noBody, readSent, takesBody } from './body.ts';
import type { AnyAnswer, Call } from './call.ts';
import { explainAnswerLater, explainRefusal } from './explain-refusal.ts';
import { apiRefusal } from './fault-answer.ts';
import { listIgnored } from './ignored-parameters.ts';
import type { Operations } from './operations.ts';
import { explainPreflight, isPreflight } from './preflight.ts';
import { type Answered, ApiTrace } from './trace.ts';

export { inProcess, type Peer } from '../exchange/peer.ts';

/** What the API works with. */
export interface AppParts extends AccessRules, ExchangeParts {
  readonly operations: Operations;
}

/** A server as one function. */
export interface App {
  fetch(request: Request, peer?: Peer): Promise<Response>;
}

/** The API and the admin interface: contract and services as one `fetch`. */
export function createApp(parts: AppParts): App {
  const plane = createApiPlane(parts);
  return { fetch: (request, peer = inProcess) => respond(plane, new ApiTrace(request, peer), parts) };
}

function createApiPlane(parts: AppParts): ResponsePlane<ApiTrace, Answered> {
  const headersFor = createAnswerHeaders(parts.world, parts.rateLimit);
  return {
    name: 'api',
    namesEntries: true,
    identify: (trace) => identify(trace, parts),
    work: (trace) => (trace.located ? callOperation(trace, parts) : answerUnknownPath(trace, parts)),
    answerFault,
    refuse: (trace, thrown) => refuse(trace, thrown, parts),
    note: (trace, answer) => note(trace, answer, parts),
    explain: (trace, answer) => explain(trace, answer, parts),
    respond(trace, { status, text, stream, bytes, headers: named }) {
      const requestId = trace.route?.endpoint.requestIdHeader;
      const headers = headersFor(trace, { named, json: text !== null, requestId });
      const isHead = trace.route !== undefined && trace.request.method === 'HEAD';
      return new Response(isHead ? null : (stream ?? bytes ?? text), { status, headers });
    },
  };
}

/** Finds the operation, authorizes the caller, and finds zone and account. @throws ApiError */
async function identify(trace: ApiTrace, parts: AppParts): Promise<string | undefined> {
  const { request, peer, url } = trace;
  const route = await parts.operations.match(request.method, url.path);
  if (!route) return undefined;
  trace.operation = route.id;
  trace.route = route;
  trace.basis = route.endpoint.certainty;
  const actor = authorize(request, peer, route, trace, parts);
  trace.located = locate(url, route, actor, trace, parts);
  return trace.api && !isLeftOut(request) ? route.id : undefined;
}

/** Reads and checks the body, then calls the operation's implementation. @throws ApiError */
async function callOperation(trace: ApiTrace, { world, operations, basis }: AppParts): Promise<Answered> {
  const { request, peer, route, located, actor } = trace;
  if (!route || !located) throw new TypeError('An operation is called once it is identified');
  const { id, endpoint } = route;
  const seen = (text: string) => {
    trace.requestBody = text;
  };
  const sent = takesBody(endpoint)
    ? await readSent(request, endpoint, { framed: peer !== inProcess, seen })
    : noBody;
  const restsOn = (certainty: Certainty) => restOn(certainty, trace, basis);
  if (trace.api) restsOn(endpoint.certainty);
  // Checked against the endpoint's own schemas, which the general type can't express.
  const call = {
    params: located.params,
    query: located.query,
    body: sent.body,
    upload: sent.upload,
    request,
    bodyText: sent.text,
    lastEventId: endpoint.answer === 'stream' ? getLastEventId(request) : undefined,
    world,
    clock: (trace.account ?? world).clock,
    zone: located.zone,
    actor,
    restsOn,
  };
  const handler = operations.handler(id, trace.account?.id);
  const answer = await handler(withOriginal(operations, { id, endpoint }, handler, call as Call<Endpoint>));
  if (answer.written !== undefined && answer.basis) restsOn(answer.basis);
  return answered(endpoint, withIgnored(answer, endpoint, trace), world.stances.getSuccess(id));
}

/** A page of a list says which parameters had no effect: a filter that is lost would change what a client does next. */
function withIgnored(answer: AnyAnswer, endpoint: Endpoint, { request }: ApiTrace): AnyAnswer {
  if (!('page' in answer) || !answer.page) return answer;
  const at = request.url.indexOf('?');
  const ignored = at === -1 ? [] : listIgnored(endpoint, request.url.slice(at));
  return ignored.length === 0 ? answer : { ...answer, messages: [...(answer.messages ?? []), ...ignored] };
}

/** HTML standard, section 9.2.4. */
const getLastEventId = ({ headers }: Request) => headers.get('last-event-id') ?? undefined;

/**
 * The answer at a path without an operation.
 *
 * @throws ApiError unless the path belongs to a service with its own answer
 */
function answerUnknownPath(trace: ApiTrace, { operations, credentials, basis, world }: AppParts): Answered {
  const { request, path } = trace;
  if (isArtifacts(path)) {
    authenticate(request.headers, credentials);
    restOn('observed', trace, basis);
    return unknownPath;
  }
  const others = isApi(path) ? operations.others(path.replace(/(.)\/$/, '$1')) : [];
  const [other] = others;
  if (!other) {
    if (world.stances.get('v4.unknown-path.first') === 'credentials')
      authenticate(request.headers, credentials);
    throw new ApiError('route-unknown', { path });
  }
  const { scheme } = authenticate(request.headers, credentials);
  const methods = [...new Set(others.map(({ endpoint }) => endpoint.method))].toSorted().join(', ');
  const messages = [toHint(`This path has ${methods}, and no ${request.method}`)];
  const error = new ApiError('method-not-allowed', { method: request.method, scheme }, undefined, {
    messages,
  });
  throw ownRefusal(error, other.endpoint, other.params);
}

/** The answer of a fault, in the shape that refusals of the operation have. */
function answerFault(trace: ApiTrace, matched: MatchedFault): Answered {
  const { endpoint, params } = trace.route ?? { endpoint: { errors: [] }, params: {} };
  const { basis, ...refused } = apiRefusal(matched, endpoint, params);
  trace.basis = basis;
  return refused;
}

/** The answer to a failed request. For a path without an operation, it also finds the nearest ones. */
async function refuse(trace: ApiTrace, thrown: unknown, { world }: AppParts): Promise<Answered> {
  const { request, path, route } = trace;
  const error = world.stances.applyTo(toRefusal(thrown, trace));
  trace.error = error;
  trace.basis = failureBasis(error);
  if (ownFailures.has(error.failure)) trace.decided = 'seed';
  if (!route && trace.nearest.length === 0) {
    const { explainUnknownPath } = await import('./explain-unknown-path.ts');
    const { method } = request;
    trace.nearest = isPreflight(request)
      ? [explainPreflight(request)]
      : await explainUnknownPath(method, path);
    world.journal.noteUnknown({ method, url: request.url, explanation: trace.nearest });
  }
  return refusalAnswered(error, route?.endpoint.errorShape ?? (await getUnknownPathShape(path)));
}

/** The shape of refusals at a path without an operation: clients of other APIs' formats only read their own shape. */
async function getUnknownPathShape(path: string): Promise<ErrorShape | undefined> {
  if (!isFormatPath(path)) return undefined;
  return (await import('../../spec/services/inference/error-body.ts')).errorShapeBelow(path);
}

/** Failures that concern this mock, not the platform. */
const ownFailures: ReadonlySet<FailureName> = new Set(['internal-error', 'basis-refused', 'admin-forbidden']);

/** Converts an error to a refusal. */
function toRefusal(thrown: unknown, { operation, route }: ApiTrace): ApiError {
  if (thrown instanceof ApiError) return route ? ownRefusal(thrown, route.endpoint, route.params) : thrown;
  const machine = machineFailure(thrown);
  if (machine) return machine;
  console.error(`touchstone: ${operation ?? 'a request'} failed unexpectedly`, thrown);
  return new ApiError('internal-error', {}, undefined, { cause: thrown });
}

/**
 * Leaves out the admin interface: the journal would list its own readers, and its answers contain credentials. Leaves
 * out requests that ask for it, such as those of the console.
 */
function note(
  trace: ApiTrace,
  answer: Answered | undefined,
  { world: { accounts, zones } }: AppParts,
): PlaneNote | undefined {
  const { request, route, requestBody, account } = trace;
  if (route?.endpoint.access.kind === 'admin') return undefined;
  if (isLeftOut(request)) return undefined;
  // A refused request is in the journal of the account that it names, where its sender looks.
  const { account_id = '', zone_id = '' } = account ? {} : (route?.params ?? {});
  trace.account ??= accounts.get(account_id || (zones.get(zone_id)?.zone.account.id ?? ''));
  trace.noted = new NotedHeaders(request.headers);
  return {
    status: answer?.status ?? 0,
    url: request.url,
    endpoint: route?.endpoint,
    requestHeaders: trace.noted,
    requestBody,
    responseBody: answer?.text ?? null,
  };
}

/** Explains a refusal. Keeps only the headers of the request. */
function explain(
  { error, route, actor, nearest, noted: headers = new NotedHeaders(new Headers()) }: ApiTrace,
  answer: Answered | undefined,
  { world, rateLimit: { quota } }: AppParts,
): (() => readonly string[]) | undefined {
  if (!error)
    return answer && answer.status >= 400 ? explainAnswerLater(answer.status, answer.text) : undefined;
  const { endpoint, params = {} } = route ?? {};
  const refused = { error, endpoint, params, headers, actor, world, quota };
  return () => [...explainRefusal(refused), ...nearest];
}
