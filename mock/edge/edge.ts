import type { Certainty } from '../../spec/certainty.ts';
import { type App, inProcess } from '../app.ts';
import type { StoredTokenRule } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { clientSignal } from './origin/client-signal.ts';
import type { Origin } from './origin/origin.ts';
import { OriginTimeoutError } from './origin/origin-timeout.ts';
import { pageResponse } from './pages.ts';
import { type Finding, securityEvent } from './security-event.ts';
import { createTokenCheck, type TokenVerdicts } from './token-check.ts';
import { compileTokenRule, type TokenRuleFilter } from './token-rule.ts';
import { ruleViolations, unruledViolations } from './violations.ts';
import { zoneByHost } from './zone-by-host.ts';
import { createZoneIndex } from './zone-index.ts';
import { hostHeader, ZoneRequest } from './zone-request.ts';

export interface EdgeParts {
  readonly world: World;
  readonly origin: Origin;
  /** Clock mismatch in seconds that `exp` and `nbf` of tokens allow. */
  readonly leewaySeconds: number;
}

/** An answer and what it rests on. */
interface Outcome {
  readonly response: Response;
  readonly basis: Certainty;
}

/**
 * The edge plane: what happens to a request for a zone, in this order.
 *
 * 1. the zone, by host
 * 2. every token configuration of the zone is checked
 * 3. the saved operation the request is for, and the one token validation rule that applies to it
 * 4. the origin
 */
export function createEdge({ world, origin, leewaySeconds }: EdgeParts): App {
  const checkTokens = createTokenCheck({ leewaySeconds });
  const indexOf = createZoneIndex();
  const filterOf = createRuleFilters();

  /** Judges a request: the finding to record, if any. */
  async function judge(zone: ZoneTenant, request: ZoneRequest, now: number): Promise<Finding | undefined> {
    const verdicts = await checkTokens(zone, request, now);
    const { operations, rules } = indexOf(zone);
    const operation = operations.match(request.method, request.host, request.path);
    const rule = operation && rules.ruleFor(operation);
    if (rule) return applyRule(rule, operation.operation_id, request, verdicts, now);
    const violations = verdicts.size === 0 ? [] : unruledViolations(verdicts);
    if (violations.length === 0) return undefined;
    return { action: 'log', ruleId: null, operationId: operation?.operation_id ?? null, violations };
  }

  /** The action triggers when the expression is false (seed token-validation, Expression rules). */
  function applyRule(
    rule: StoredTokenRule,
    operationId: string,
    request: ZoneRequest,
    verdicts: TokenVerdicts,
    now: number,
  ): Finding | undefined {
    const { satisfiedBy, configIds } = filterOf(rule);
    if (satisfiedBy(request, verdicts, now)) return undefined;
    return {
      action: rule.action,
      ruleId: rule.id,
      operationId,
      violations: ruleViolations(verdicts, configIds),
    };
  }

  /** Asks the origin; that it is asked is the seed's, what is answered for one that fails is a deduction. */
  async function pass(zone: ZoneTenant, request: ZoneRequest): Promise<Outcome> {
    try {
      const response = await origin(withoutOwnHeaders(request), {
        zone: zone.zone.name,
        host: request.host,
        clientAddress: request.peer.address,
      });
      // Response.error() has this type: it stands for a network failure.
      if (response.type === 'error') throw new Error('it answered with a network error');
      return { response, basis: 'seed' };
    } catch (error) {
      const { name } = zone.zone;
      const reason = error instanceof Error ? error.message : String(error);
      const response =
        error instanceof OriginTimeoutError
          ? pageResponse(504, 'Gateway timeout', [`The origin of ${name} kept silent.`, reason])
          : pageResponse(502, 'Bad gateway', [`The origin of ${name} could not be reached.`, reason]);
      return { response, basis: 'inferred' };
    }
  }

  async function answer(request: ZoneRequest, zone: ZoneTenant | undefined, ray: string): Promise<Outcome> {
    if (!zone) {
      const text = `${request.host} belongs to no zone of this mock.`;
      return { response: pageResponse(421, 'No such zone', [text]), basis: 'inferred' };
    }
    if (zone.zone.paused) return pass(zone, request);
    const now = world.clock.now();
    const finding = await judge(zone, request, now);
    if (finding) zone.events.push(securityEvent(world, request, finding, ray, now));
    if (finding?.action === 'block') {
      const response = pageResponse(403, 'Blocked', [
        `${request.host} refused this request: its token does not satisfy the rules of the zone.`,
        `Ray ${ray}`,
      ]);
      // That it is refused is the seed's; that it looks like this is not.
      return { response, basis: 'inferred' };
    }
    const passed = await pass(zone, request);
    return finding && finding.ruleId === null ? { ...passed, basis: 'inferred' } : passed;
  }

  function failed(error: unknown): Outcome {
    console.error('touchstone: a zone request failed unexpectedly', error);
    return { response: pageResponse(500, 'Internal error', ['The mock itself failed.']), basis: 'inferred' };
  }

  return {
    async fetch(raw, peer = inProcess) {
      const started = performance.now();
      const request = new ZoneRequest(raw, peer);
      const zone = zoneByHost(world, request.host);
      const ray = world.rays.hex16();
      const { response, basis } = await answer(request, zone, ray).catch(failed);
      world.journal.note({
        at: world.clock.now(),
        plane: 'edge',
        method: request.method,
        url: `${request.secure ? 'https' : 'http'}://${request.host}${request.uri}`,
        operation: null,
        basis,
        status: response.status,
        durationMs: performance.now() - started,
        requestHeaders: raw.headers,
        requestBody: null,
        responseBody: null,
      });
      return withHeaders(response, {
        'cf-ray': `${ray}-TST`,
        'touchstone-operation': 'edge.request',
        'touchstone-basis': basis,
      });
    },
  };
}

/** Compiled expressions; a stored rule never changes in place, so it is its own cache key. */
function createRuleFilters() {
  const filters = new WeakMap<StoredTokenRule, TokenRuleFilter>();
  return (rule: StoredTokenRule): TokenRuleFilter => {
    let filter = filters.get(rule);
    if (!filter) {
      filter = compileTokenRule(rule.expression);
      filters.set(rule, filter);
    }
    return filter;
  };
}

/** The request as the origin gets it: without the header that is ours. */
function withoutOwnHeaders({ request }: ZoneRequest): Request {
  if (!request.headers.has(hostHeader)) return request;
  const headers = new Headers(request.headers);
  headers.delete(hostHeader);
  const { url, method, body } = request;
  // Part by part: what a server hands us need not be a Request that another one can be made of.
  const init: RequestInit & { duplex?: 'half' } = { method, headers, redirect: 'manual' };
  const signal = clientSignal(request);
  if (signal) init.signal = signal;
  if (body !== null) Object.assign(init, { body, duplex: 'half' });
  return new Request(url, init);
}

/** Adds headers; a response whose headers can't be changed (one of `fetch`) is copied. */
function withHeaders(response: Response, added: Record<string, string>): Response {
  try {
    for (const name in added) response.headers.set(name, added[name] as string);
    return response;
  } catch {
    const headers = new Headers(response.headers);
    for (const name in added) headers.set(name, added[name] as string);
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  }
}
