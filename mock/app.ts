import { type Certainty, restsOnAtLeast, weaker } from '../spec/certainty.ts';
import { basePath, type Contract, contract } from '../spec/contract.ts';
import type { Endpoint } from '../spec/endpoint.ts';
import { ApiError } from '../spec/errors.ts';
import { authenticate } from './access/authenticate.ts';
import { mayReachAccount, mayReachZone, requirePermission } from './access/authorize.ts';
import type { Actor, Credentials } from './access/credentials.ts';
import type { RateLimit, RateLimitState } from './access/rate-limit.ts';
import { failureBasis, failureHead, failureText, successText } from './answer.ts';
import { parseJsonBody, readText } from './body.ts';
import type { Answer, Call, Handler, Service } from './call.ts';
import { createRouter, type Route } from './router.ts';
import { decodeSegment, parseQuery, splitUrl } from './url.ts';
import { checkBody, checkParams, checkQuery } from './validate.ts';
import type { World } from './world/world.ts';

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
  /** One implementation for each operation of the contract. */
  readonly services: Service<Contract>;
  readonly basis: Certainty;
  readonly adminToken: string | undefined;
}

export interface App {
  fetch(request: Request, peer?: Peer): Promise<Response>;
}

/** What is found out about a request on its way, for its headers and the journal. */
interface Trace {
  operation: string | null;
  basis: Certainty;
  rate: RateLimitState | undefined;
  requestBody: string | null;
}

/**
 * The API plane: contract and services as one `fetch`.
 *
 * request - route - access - validate - service - envelope - response
 */
export function createApp(parts: AppParts): App {
  const { world, credentials, rateLimit, services, basis, adminToken } = parts;
  const router = createRouter(contract);
  const date = dateHeader();
  const policy = `"default";q=${rateLimit.quota};w=${rateLimit.windowSeconds}`;

  async function answer(request: Request, peer: Peer, trace: Trace): Promise<string> {
    const { path, query } = splitUrl(request.url);
    const route = router.match(request.method, path);
    if (!route) throw await noRoute(request, path);
    trace.operation = route.id;
    trace.basis = route.endpoint.certainty;
    const actor = enter(request, peer, route, trace);
    const call = await prepare(request, path, query, route, actor, trace);
    // The router gives the handler that belongs to the endpoint the call was validated against.
    const handler = services[route.id] as unknown as Handler<Endpoint>;
    const result: Answer<Endpoint> = await handler(call);
    return successText(route.endpoint, result);
  }

  /** Why there is no route: nothing is there at all, or nothing under this method. */
  async function noRoute(request: Request, path: string): Promise<ApiError> {
    if (!path.startsWith(basePath) || !router.knows(path)) return new ApiError('route-unknown', { path });
    const { scheme } = authenticate(request.headers, credentials);
    return new ApiError('method-not-allowed', { method: request.method, scheme });
  }

  function enter(request: Request, peer: Peer, { id, endpoint }: Route, trace: Trace): Actor | undefined {
    const { access } = endpoint;
    if (access.kind === 'admin') {
      const given = request.headers.get('authorization');
      if (!peer.loopback && (adminToken === undefined || given !== `Bearer ${adminToken}`)) {
        throw new ApiError('admin-forbidden');
      }
      return undefined;
    }
    const actor = authenticateFor(id, request.headers);
    trace.rate = rateLimit.count(actor);
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

  async function prepare(
    request: Request,
    path: string,
    query: string,
    { endpoint, params: encoded }: Route,
    actor: Actor | undefined,
    trace: Trace,
  ): Promise<Call<Endpoint>> {
    const params: Record<string, string | undefined> = {};
    for (const name in encoded) params[name] = decodeSegment(encoded[name] as string);
    checkParams(endpoint.params, params, path);
    const zone = params['zone_id'] === undefined ? undefined : reachZone(params['zone_id'], actor);
    if (params['account_id'] !== undefined) reachAccount(params['account_id'], actor);
    const parsedQuery = checkQuery(endpoint.query, parseQuery(query));
    let body: unknown;
    if (endpoint.body) {
      const text = await readText(request);
      trace.requestBody = text;
      body = checkBody(endpoint.body, parseJsonBody(text, request.headers.get('content-type')));
    }
    const restsOn = (certainty: Certainty) => {
      trace.basis = weaker(trace.basis, certainty);
      if (!restsOnAtLeast(certainty, basis)) {
        throw new ApiError('basis-refused', { actual: certainty, required: basis });
      }
    };
    if (endpoint.access.kind === 'api') restsOn(endpoint.certainty);
    // Checked above against the endpoint's own schemas, which the general type can't express.
    return { params, query: parsedQuery, body, world, zone, actor, restsOn } as Call<Endpoint>;
  }

  function reachZone(id: string, actor: Actor | undefined) {
    const tenant = world.zone(id);
    if (!tenant) throw new ApiError('zone-unknown');
    if (actor && !mayReachZone(actor, tenant)) throw new ApiError('access-denied');
    return tenant;
  }

  function reachAccount(id: string, actor: Actor | undefined) {
    const account = world.account(id);
    if (!account) throw new ApiError('account-unknown');
    if (actor && !mayReachAccount(actor, account)) throw new ApiError('access-denied');
  }

  return {
    async fetch(request, peer = inProcess) {
      const started = performance.now();
      const trace: Trace = { operation: null, basis: 'inferred', rate: undefined, requestBody: null };
      let status = 200;
      let text: string;
      let extra: Record<string, string> = {};
      try {
        text = await answer(request, peer, trace);
      } catch (thrown) {
        const error =
          thrown instanceof ApiError
            ? thrown
            : new ApiError('internal-error', {}, undefined, { cause: thrown });
        if (error !== thrown) console.error('touchstone: an operation failed unexpectedly', thrown);
        ({ status, headers: extra } = failureHead(error));
        trace.basis = failureBasis(error);
        text = failureText(error);
      }
      const now = world.clock.now();
      world.journal.note({
        at: now,
        plane: 'api',
        method: request.method,
        url: request.url,
        operation: trace.operation,
        basis: trace.basis,
        status,
        durationMs: performance.now() - started,
        requestHeaders: request.headers,
        requestBody: trace.requestBody,
        responseBody: text,
      });
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        date: date(now),
        'cf-ray': `${world.rays.hex16()}-TST`,
        'touchstone-basis': trace.basis,
        ...extra,
      };
      if (trace.operation !== null) headers['touchstone-operation'] = trace.operation;
      if (trace.rate) {
        headers['ratelimit'] = `"default";r=${trace.rate.remaining};t=${trace.rate.resetSeconds}`;
        headers['ratelimit-policy'] = policy;
      }
      return new Response(text, { status, headers });
    },
  };
}

/** The `Date` header in the world's time, made once a second. */
function dateHeader(): (now: number) => string {
  let second = Number.NaN;
  let text = '';
  return (now) => {
    const current = Math.floor(now / 1000);
    if (current !== second) {
      second = current;
      text = new Date(current * 1000).toUTCString();
    }
    return text;
  };
}
