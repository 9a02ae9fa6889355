import { type Certainty, weaker } from '../../spec/certainty.ts';
import type { Endpoint, ErrorShape } from '../../spec/endpoint.ts';
import { ApiError, type FailureName } from '../../spec/errors.ts';
import { unknownPath } from '../../spec/services/artifacts/error-shape.ts';
import type { Faults, MatchedFault } from '../control/faults/faults.ts';
import { apiRefusal } from '../control/faults/refusal.ts';
import { changedBy, comesThrough, isReplaced } from '../control/faults/under-fault.ts';
import { withOriginal } from '../control/override.ts';
import { noteCall } from '../exchange/journal/note-call.ts';
import { machineFailure } from '../exchange/machine-failure.ts';
import { inProcess, type Peer } from '../exchange/peer.ts';
import { belowBasis, ownRefusal } from '../exchange/refusals.ts';
import { type Answered, type Trace, unanswered } from '../exchange/trace.ts';
import { authenticate } from './access/authorize.ts';
import type { Actor } from './access/credentials.ts';
import { type Doors, enter, type Located, locate } from './access/enter.ts';
import { answered, createAnswerHeaders, failureBasis, refusalAnswered } from './answer.ts';
import { noBody, readSent, type SentBody, takesBody } from './body.ts';
import type { Call } from './call.ts';
import type { Operations, Route } from './operations.ts';
import { isApi, isArtifacts, isFormatPath, splitUrl, type UrlParts } from './url.ts';

export { inProcess, type Peer } from '../exchange/peer.ts';

export interface AppParts extends Doors {
  readonly operations: Operations;
  /** What goes wrong on purpose, with operations that their callers may have. */
  readonly faults: Faults;
  readonly basis: Certainty;
}

export interface App {
  fetch(request: Request, peer?: Peer): Promise<Response>;
}

/** A request on its way, and where it came from. */
interface Asked {
  readonly request: Request;
  readonly peer: Peer;
  readonly url: UrlParts;
  readonly trace: Trace;
}

/**
 * The API plane: contract and services as one `fetch`.
 *
 * request - route - access - fault - validate - service - envelope - journal - response
 */
export function createApp(parts: AppParts): App {
  const headersFor = createAnswerHeaders(parts.world, parts.rateLimit);
  return {
    async fetch(request, peer = inProcess) {
      const started = performance.now();
      const url = splitUrl(request.url);
      const asked: Asked = { request, peer, url, trace: newTrace(url) };
      const { trace } = asked;
      let answer: Answered;
      try {
        answer = await route(asked, parts);
      } catch (thrown) {
        answer = await refuse(thrown, asked, parts);
      }
      noteCall(request, trace, answer, performance.now() - started, parts);
      if (answer === unanswered) return Response.error();
      const { status, text, stream, bytes, headers: named } = answer;
      const requestId = trace.route?.endpoint.requestIdHeader;
      const headers = headersFor(trace, { named, json: text !== null, requestId });
      const response = new Response(stream ?? bytes ?? text, { status, headers });
      return trace.matched ? changedBy(trace.matched, response) : response;
    },
  };
}

function newTrace({ path }: UrlParts): Trace {
  return {
    api: isApi(path),
    operation: null,
    route: undefined,
    basis: 'inferred',
    rate: undefined,
    account: undefined,
    zone: undefined,
    requestBody: null,
    actor: undefined,
    error: undefined,
    nearest: [],
  };
}

/** Finds the operation of a request, lets it in and has it done. @throws ApiError */
async function route(asked: Asked, parts: AppParts): Promise<Answered> {
  const { request, peer, url, trace } = asked;
  const route = await parts.operations.match(request.method, url.path);
  if (!route) return lost(asked, parts);
  trace.operation = route.id;
  trace.route = route;
  trace.basis = route.endpoint.certainty;
  const actor = enter(request, peer, route, trace, parts);
  const located = locate(url, route, actor, trace, parts);
  trace.matched = trace.api ? findFault(route, asked, parts) : undefined;
  const instead = trace.matched && (await answerFault(trace.matched, route, asked, parts));
  if (instead) return instead;
  const sent = await read(route.endpoint, asked);
  return perform(route, located, sent, actor, asked, parts);
}

/** The fault that a request meets which is let in and names what there is. */
function findFault(
  { id }: Route,
  { request: { method }, url: { path }, trace }: Asked,
  { faults }: AppParts,
) {
  const { account, zone } = trace;
  return faults.match({ operation: id, method, path, account: account?.id, zone: zone?.id });
}

/** The answer of a fault in place of the operation; undefined where the operation goes on. */
async function answerFault(
  matched: MatchedFault,
  { endpoint, params }: Route,
  { request, trace }: Asked,
  { world }: AppParts,
): Promise<Answered | undefined> {
  const { clock } = trace.account ?? world;
  if (!(await comesThrough(matched, { clock, signal: request.signal }))) return unanswered;
  if (!isReplaced(matched)) return undefined;
  const { basis, ...refused } = apiRefusal(matched, endpoint, params);
  trace.basis = basis;
  return refused;
}

/** Reads and checks the body. @throws ApiError */
async function read(endpoint: Endpoint, { request, peer, trace }: Asked): Promise<SentBody> {
  if (!takesBody(endpoint)) return noBody;
  const seen = (text: string) => {
    trace.requestBody = text;
  };
  return readSent(request, endpoint, { framed: peer !== inProcess, seen });
}

/** Calls the implementation of an operation. */
async function perform(
  { id, endpoint }: Route,
  { params, zone, query }: Located,
  sent: SentBody,
  actor: Actor | undefined,
  { request, trace }: Asked,
  { world, operations, basis }: AppParts,
): Promise<Answered> {
  const restsOn = (certainty: Certainty) => restOn(certainty, trace, basis);
  if (trace.api) restsOn(endpoint.certainty);
  // Checked against the endpoint's own schemas, which the general type can't express.
  const call = {
    params,
    query,
    body: sent.body,
    upload: sent.upload,
    request,
    bodyText: sent.text,
    lastEventId: getLastEventId(request, endpoint),
    world,
    clock: (trace.account ?? world).clock,
    zone,
    actor,
    restsOn,
  };
  const handler = operations.handler(id, trace.account?.id);
  const answer = await handler(withOriginal(operations, { id, endpoint }, handler, call as Call<Endpoint>));
  if (answer.written !== undefined && answer.basis) restsOn(answer.basis);
  return answered(endpoint, answer, world.stances.getSuccess(id));
}

/** HTML standard, section 9.2.4; only streams look at it. */
function getLastEventId(request: Request, { answer }: Endpoint): string | undefined {
  return answer === 'stream' ? (request.headers.get('last-event-id') ?? undefined) : undefined;
}

/** Notes what an answer rests on. @throws ApiError `basis-refused` where the mock was told to refuse that */
function restOn(certainty: Certainty, trace: Trace, required: Certainty): void {
  trace.basis = weaker(trace.basis, certainty);
  const refused = belowBasis(certainty, required);
  if (refused) throw refused;
}

/**
 * The answer to a request that no operation is for.
 *
 * @throws ApiError unless it is below a service that says so in its own way, whatever the method
 */
function lost({ request, url: { path }, trace }: Asked, parts: AppParts): Answered {
  const { operations, credentials, basis, world } = parts;
  if (isArtifacts(path)) {
    authenticate(request.headers, credentials);
    restOn('observed', trace, basis);
    return unknownPath;
  }
  const other = isApi(path) ? operations.other(path) : undefined;
  if (!other) {
    if (world.stances.get('v4.unknown-path.first') === 'credentials')
      authenticate(request.headers, credentials);
    throw new ApiError('route-unknown', { path });
  }
  const { scheme } = authenticate(request.headers, credentials);
  const error = new ApiError('method-not-allowed', { method: request.method, scheme });
  throw ownRefusal(error, other.endpoint, other.params);
}

/** The answer to a request that failed, and what it was probably meant for where no operation is. */
async function refuse(thrown: unknown, { request, url, trace }: Asked, parts: AppParts): Promise<Answered> {
  const error = parts.world.stances.told(refusal(thrown, trace, parts));
  trace.error = error;
  trace.basis = failureBasis(error);
  if (!trace.route) {
    const { explainLost } = await import('../exchange/journal/explain-lost.ts');
    const { method } = request;
    trace.nearest = await explainLost(method, url.path);
    parts.world.journal.noteUnknown({ method, url: request.url, explanation: trace.nearest });
  }
  return refusalAnswered(error, trace.route?.endpoint.errorShape ?? (await shapeOfLost(url.path)));
}

/** How what is not there is refused: clients of the formats of other APIs read their own shape alone. */
async function shapeOfLost(path: string): Promise<ErrorShape | undefined> {
  if (!isFormatPath(path)) return undefined;
  return (await import('../../spec/services/inference/error-body.ts')).errorShapeBelow(path);
}

/** Failures that say something about this mock and not about the platform. */
const ownFailures: ReadonlySet<FailureName> = new Set(['internal-error', 'basis-refused', 'admin-forbidden']);

/** What was thrown, as the refusal to answer with. */
function refusal(thrown: unknown, { api, operation, route }: Trace, { basis }: AppParts): ApiError {
  if (!(thrown instanceof ApiError)) {
    const machine = machineFailure(thrown);
    if (machine) return machine;
    console.error(`touchstone: ${operation ?? 'a request'} failed unexpectedly`, thrown);
    return new ApiError('internal-error', {}, undefined, { cause: thrown });
  }
  const error = route ? ownRefusal(thrown, route.endpoint, route.params) : thrown;
  if (!api || ownFailures.has(error.failure)) return error;
  return belowBasis(failureBasis(error), basis, error) ?? error;
}
