import { type Certainty, weaker } from '../spec/certainty.ts';
import type { Endpoint } from '../spec/endpoint.ts';
import { ApiError, type FailureName } from '../spec/errors.ts';
import { unknownPath } from '../spec/services/artifacts/error-shape.ts';
import { authenticate } from './access/authenticate.ts';
import { mayReachAccount, mayReachZone, requirePermission, zoneFor } from './access/authorize.ts';
import type { Actor, Credentials } from './access/credentials.ts';
import { isMeantByThisMachine } from './access/from-this-machine.ts';
import type { RateLimit } from './access/rate-limit.ts';
import { failureBasis, failureHead, failureText, successText } from './answer.ts';
import { createAnswerHeaders, streamHeaders } from './answer-headers.ts';
import { isApi, isArtifacts } from './api-paths.ts';
import { belowBasis } from './below-basis.ts';
import type { AnyAnswer, Call, WrittenAnswer } from './call.ts';
import { CheckedAddresses } from './checked-addresses.ts';
import { CheckedBodies } from './checked-bodies.ts';
import { apiRefusal } from './faults/api-refusal.ts';
import { explainStrike } from './faults/explain-strike.ts';
import type { Faults, Strike } from './faults/faults.ts';
import { changedBy, comesThrough, isReplaced } from './faults/under-fault.ts';
import { explainAnswer, explainRefusal } from './journal/explain-refusal.ts';
import { LeanSchemas } from './lean-schemas.ts';
import type { Operations } from './operations.ts';
import { withOriginal } from './override.ts';
import { ownRefusal } from './own-refusal.ts';
import { credentialHeaders, lastEventIdOf } from './request-headers.ts';
import { responseOf } from './response-of.ts';
import type { Route } from './router.ts';
import { noBody, readSent, type SentBody, takesBody } from './sent-body.ts';
import { createSocketResponses } from './socket-response.ts';
import { type Answered, type Trace, unanswered } from './trace.ts';
import { splitUrl, type UrlParts } from './url.ts';
import type { AccountTenant } from './world/account-tenant.ts';
import { NotedHeaders } from './world/journal-entry.ts';
import type { World } from './world/world.ts';
import type { ZoneTenant } from './world/zone-tenant.ts';

/** Where a request came from, as far as its server knows. */
export interface Peer {
  /** Address of the other end. */
  readonly address: string;
  /** Whether that is this machine; requests that never saw a socket count as such. */
  readonly loopback: boolean;
}

/** A request that never saw a socket: one that handlers or a test gave us. */
export const inProcess: Peer = { address: '127.0.0.1', loopback: true };

export interface AppParts {
  readonly world: World;
  readonly credentials: Credentials;
  readonly rateLimit: RateLimit;
  readonly operations: Operations;
  /** What goes wrong on purpose, with operations that their callers may have. */
  readonly faults: Faults;
  /** Asked before anything of the request but its zone is looked at. @throws ApiError */
  readonly admit: (operation: string, zoneId: string) => void;
  readonly basis: Certainty;
  readonly adminToken: string | undefined;
}

export interface App {
  fetch(request: Request, peer?: Peer): Promise<Response>;
}

/** What path and query name. */
interface Located {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly zone: ZoneTenant | undefined;
  readonly query: unknown;
}

/** What a request names and carries. */
interface Sent {
  readonly located: Located;
  readonly request: Request;
  readonly sent: SentBody;
}

/** Failures that say something about this mock and not about the platform. */
const ownFailures: ReadonlySet<FailureName> = new Set(['internal-error', 'basis-refused', 'admin-forbidden']);

/**
 * The API plane: contract and services as one `fetch`.
 *
 * request - route - access - validate - service - envelope - response
 */
export function createApp(parts: AppParts): App {
  const { world, credentials, rateLimit, operations, faults, admit, basis, adminToken } = parts;
  const schemas = new LeanSchemas();
  const addresses = new CheckedAddresses();
  const bodies = new CheckedBodies();
  const socketResponse = createSocketResponses();
  const headersFor = createAnswerHeaders(world, rateLimit);

  /**
   * The text of an answer; it is waited for only where the operation is loaded, a body is read or the operation takes
   * its time.
   */
  function answer(request: Request, peer: Peer, url: UrlParts, trace: Trace): Answered | Promise<Answered> {
    const { path } = url;
    const route = operations.match(request.method, path);
    if (!route) {
      const loading = operations.load(path);
      return loading ? loading.then(() => answer(request, peer, url, trace)) : lost(request, path, trace);
    }
    trace.operation = route.id;
    trace.route = route;
    trace.basis = route.endpoint.certainty;
    const actor = enter(request, peer, route, trace);
    const located = locate(url, route, actor, trace);
    const { endpoint } = route;
    const go = (sent: SentBody) => perform(route, { located, request, sent }, actor, trace);
    const work = () => {
      if (!takesBody(endpoint)) return go(noBody);
      const seen = (text: string) => {
        trace.requestBody = text;
      };
      const framed = peer !== inProcess;
      return readSent(request, endpoint, { framed, seen, schemas, bodies }).then(go);
    };
    trace.strike = trace.api ? strikeOf(route, request, path, trace) : undefined;
    return trace.strike ? underStrike(trace.strike, route, request, trace, work) : work();
  }

  /** The fault that a request meets which is let in and names what there is. */
  function strikeOf({ id }: Route, { method }: Request, path: string, { account, zone }: Trace) {
    if (faults.none) return undefined;
    return faults.strike({ operation: id, method, path, account: account?.id, zone: zone?.id });
  }

  /** What a fault leaves of an answer; {@link respond} does to it what needs a whole one. */
  async function underStrike(
    strike: Strike,
    { endpoint, params }: Route,
    request: Request,
    trace: Trace,
    work: () => Answered | Promise<Answered>,
  ): Promise<Answered> {
    const { clock } = trace.account ?? world;
    if (!(await comesThrough(strike, { clock, signal: request.signal }))) return unanswered;
    if (!isReplaced(strike)) return work();
    const { basis: rests, ...refused } = apiRefusal(strike, endpoint, params);
    trace.basis = rests;
    return refused;
  }

  function perform(
    { id, endpoint }: Route,
    { located: { params, zone, query }, request, sent }: Sent,
    actor: Actor | undefined,
    trace: Trace,
  ): Answered | Promise<Answered> {
    const restsOn = restingOn(trace);
    if (trace.api) restsOn(endpoint.certainty);
    // Checked against the endpoint's own schemas, which the general type can't express.
    const call = {
      params,
      query,
      body: sent.body,
      upload: sent.upload,
      request,
      bodyText: sent.text,
      lastEventId: lastEventIdOf(request, endpoint),
      world,
      clock: (trace.account ?? world).clock,
      zone,
      actor,
      restsOn,
    };
    const handler = operations.handler(id, trace.account?.id);
    const result = handler(withOriginal(operations, { id, endpoint }, handler, call as Call<Endpoint>));
    return 'then' in result
      ? result.then((late) => wrap(endpoint, late, trace))
      : wrap(endpoint, result, trace);
  }

  /**
   * What is answered without a route.
   *
   * @throws ApiError unless it is below a service that says so in its own way, whatever the method
   */
  function lost(request: Request, path: string, trace: Trace): Answered {
    if (!isArtifacts(path)) throw noRoute(request, path);
    authenticate(request.headers, credentials);
    restingOn(trace)('observed');
    return unknownPath;
  }

  /** Why there is no route: nothing is there at all, or nothing under this method. */
  function noRoute(request: Request, path: string): ApiError {
    const other = isApi(path) ? operations.other(path) : undefined;
    if (!other) return new ApiError('route-unknown', { path });
    const { scheme } = authenticate(request.headers, credentials);
    const error = new ApiError('method-not-allowed', { method: request.method, scheme });
    return ownRefusal(error, other.endpoint, other.params);
  }

  function enter(request: Request, peer: Peer, { id, endpoint }: Route, trace: Trace): Actor | undefined {
    const { access } = endpoint;
    if (access.kind === 'admin') {
      const given = request.headers.get('authorization');
      const holdsToken = adminToken !== undefined && given === `Bearer ${adminToken}`;
      const isOurs = peer === inProcess || (peer.loopback && isMeantByThisMachine(request));
      if (!isOurs && !holdsToken) throw new ApiError('admin-forbidden');
      return undefined;
    }
    const actor = authenticateFor(id, credentialHeaders(request.headers, endpoint));
    trace.actor = actor;
    trace.account = onlyAccountOf(actor);
    trace.rate = rateLimit.count(actor, (trace.account ?? world).clock);
    if (trace.rate.exceeded) throw new ApiError('rate-limited', { retryAfter: trace.rate.resetSeconds });
    requirePermission(actor, access.permissions);
    return actor;
  }

  /** The verify operation has a refusal of its own for a token that is well-formed and unknown. */
  function authenticateFor(id: string, headers: Headers): Actor {
    try {
      return authenticate(headers, credentials);
    } catch (error) {
      if (id === 'user.token.verify' && error instanceof ApiError && error.failure === 'token-unknown') {
        throw new ApiError('verify-token-unknown');
      }
      throw error;
    }
  }

  /** What path and query name. */
  function locate({ path, query }: UrlParts, route: Route, actor: Actor | undefined, trace: Trace): Located {
    const { id, endpoint } = route;
    const params = addresses.params(route, path);
    const zone = params['zone_id'] === undefined ? undefined : reachZone(params['zone_id'], actor);
    if (zone) {
      trace.zone = zone;
      trace.account = world.accounts.get(zone.zone.account.id);
    }
    if (params['account_id'] !== undefined) trace.account = reachAccount(params['account_id'], actor);
    if (zone) admit(id, zone.id);
    return { params, zone, query: addresses.query(endpoint.query, query) };
  }

  function wrap(endpoint: Endpoint, answer: AnyAnswer, trace: Trace): Answered {
    const { headers } = answer;
    if (answer.stream) {
      return {
        status: endpoint.status,
        text: null,
        stream: answer.stream,
        headers: { ...streamHeaders, ...headers },
      };
    }
    if (answer.written !== undefined) return written(endpoint, answer, trace);
    const status = answer.status ?? endpoint.status;
    const text = successText(endpoint, answer);
    return headers ? { status, text, headers } : { status, text };
  }

  /** @throws ApiError `basis-refused` where it rests on less than the mock was told to */
  function written(endpoint: Endpoint, answer: WrittenAnswer, trace: Trace): Answered {
    if (answer.basis) restingOn(trace)(answer.basis);
    const headers = { 'content-type': answer.mediaType, ...answer.headers };
    const status = answer.status ?? endpoint.status;
    return typeof answer.written === 'string'
      ? { status, text: answer.written, headers }
      : { status, text: null, bytes: answer.written, headers };
  }

  function restingOn(trace: Trace) {
    return (certainty: Certainty) => {
      trace.basis = weaker(trace.basis, certainty);
      const refused = belowBasis(certainty, basis);
      if (refused) throw refused;
    };
  }

  function reachZone(id: string, actor: Actor | undefined) {
    // Asked first, so that a stranger makes no zone where zones are made on demand.
    if (actor && actor.zones !== 'all' && !actor.zones.has(id)) throw new ApiError('access-denied');
    const tenant = zoneFor(actor, world, id);
    if (!tenant) throw new ApiError('zone-unknown');
    if (actor && !mayReachZone(actor, tenant)) throw new ApiError('access-denied');
    return tenant;
  }

  function reachAccount(id: string, actor: Actor | undefined): AccountTenant {
    if (actor && !mayReachAccount(actor, { id })) throw new ApiError('access-denied');
    const tenant = world.account(id);
    if (!tenant) throw new ApiError('account-unknown');
    return tenant;
  }

  /** The account that an actor has rights on where there is one alone. */
  function onlyAccountOf({ accounts }: Actor): AccountTenant | undefined {
    const [id, other] = accounts === 'all' ? [] : accounts;
    return id === undefined || other !== undefined ? undefined : world.accounts.get(id);
  }

  /** What was thrown, as the refusal to answer with. */
  function refusal(thrown: unknown, { api, operation, route }: Trace): ApiError {
    if (!(thrown instanceof ApiError)) {
      console.error(`touchstone: ${operation ?? 'a request'} failed unexpectedly`, thrown);
      return new ApiError('internal-error', {}, undefined, { cause: thrown });
    }
    const error = route ? ownRefusal(thrown, route.endpoint, route.params) : thrown;
    if (!api || ownFailures.has(error.failure)) return error;
    return belowBasis(failureBasis(error), basis, error) ?? error;
  }

  function note(request: Request, trace: Trace, { status, text }: Answered, started: number) {
    // The admin interface would only find itself in there, and its answers name credentials.
    if (trace.route?.endpoint.access.kind === 'admin') return;
    const { account = accountNamed(trace), zone } = trace;
    world.journal.note({
      at: (account ?? world).clock.now(),
      plane: 'api',
      method: request.method,
      url: request.url,
      operation: trace.operation,
      accountId: account?.id,
      zoneId: zone?.id,
      basis: trace.basis,
      status,
      durationMs: performance.now() - started,
      requestHeaders: new NotedHeaders(request.headers),
      requestBody: trace.requestBody,
      responseBody: text,
      explain: status < 400 && !trace.strike ? undefined : explaining(request.headers, trace, status, text),
    });
  }

  /** The account that a request names which was refused before anybody looked: its journal is where it is looked for. */
  function accountNamed({ route }: Trace): AccountTenant | undefined {
    const { account_id: account = '', zone_id: zone = '' } = route?.params ?? {};
    return world.accounts.get(account || (world.zones.get(zone)?.zone.account.id ?? ''));
  }

  /** Says why a request was refused, once somebody asks; of the request itself nothing is kept but its headers. */
  function explaining(headers: Headers, trace: Trace, status: number, text: string | null) {
    const { error, route, actor, nearest, strike } = trace;
    if (strike && !error) return () => [explainStrike(strike)];
    if (!error) return () => explainAnswer(status, text);
    const { endpoint, params = {} } = route ?? {};
    const refused = { error, endpoint, params, headers, actor, world, quota: rateLimit.quota };
    return () => [...explainRefusal(refused), ...nearest];
  }

  /** Looks for what a request without an operation was meant for; whoever reads the journal can't wait for that. */
  async function findNearest({ method, url }: Request, path: string, trace: Trace): Promise<void> {
    const { explainLost } = await import('./journal/explain-lost.ts');
    trace.nearest = await explainLost(method, path);
    world.journal.noteUnknown({ method, url, explanation: trace.nearest });
  }

  function respond(peer: Peer, trace: Trace, answered: Answered): Response | Promise<Response> {
    const { status, text, stream, bytes, headers: named } = answered;
    if (answered === unanswered) return Response.error();
    const requestId = trace.route?.endpoint.requestIdHeader;
    const parts = { status, headers: headersFor(trace, { named, json: text !== null, requestId }) };
    const body = stream ?? bytes ?? text;
    const response =
      peer === inProcess ? responseOf(body, parts) : socketResponse(body, parts, trace.operation);
    return trace.strike ? changedBy(trace.strike, response) : response;
  }

  return {
    async fetch(request, peer = inProcess) {
      const started = performance.now();
      const url = splitUrl(request.url);
      const trace: Trace = {
        api: isApi(url.path),
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
      let answered: Answered;
      try {
        const soon = answer(request, peer, url, trace);
        answered = 'then' in soon ? await soon : soon;
      } catch (thrown) {
        const error = refusal(thrown, trace);
        trace.error = error;
        trace.basis = failureBasis(error);
        if (!trace.route) await findNearest(request, url.path, trace);
        const shape = trace.route?.endpoint.errorShape;
        answered = { ...failureHead(error, shape), text: failureText(error, shape) };
      }
      note(request, trace, answered, started);
      return respond(peer, trace, answered);
    },
  };
}
