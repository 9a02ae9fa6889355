import { type App, inProcess } from '../app.ts';
import type { StoredTokenRule } from '../world/records.ts';
import type { World } from '../world/world.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import type { Origin } from './origin/origin.ts';
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
    return {
      ...tokenFinding,
      action: 'log',
      ruleId: null,
      description: '',
      operationId: operation?.operation_id ?? null,
      violations,
    };
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
      ...tokenFinding,
      action: rule.action,
      ruleId: rule.id,
      description: rule.title,
      operationId,
      violations: ruleViolations(verdicts, configIds),
    };
  }

  async function pass(zone: ZoneTenant, request: ZoneRequest): Promise<Response> {
    try {
      return await origin(withoutOwnHeaders(request), {
        zone: zone.zone.name,
        host: request.host,
        clientAddress: request.peer.address,
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return pageResponse(502, 'Bad gateway', [
        `The origin of ${zone.zone.name} could not be reached.`,
        reason,
      ]);
    }
  }

  async function answer(request: ZoneRequest, zone: ZoneTenant | undefined, ray: string): Promise<Response> {
    if (!zone) {
      return pageResponse(421, 'No such zone', [`${request.host} belongs to no zone of this mock.`]);
    }
    if (zone.zone.paused) return pass(zone, request);
    const now = world.clock.now();
    const finding = await judge(zone, request, now);
    const blocked = finding?.action === 'block';
    const response = blocked ? refusal(request, ray) : await pass(zone, request);
    if (finding) {
      const originStatus = blocked ? 0 : response.status;
      const outcome = { ray, now, status: response.status, originStatus };
      zone.events.push(securityEvent(world, request, finding, outcome, 0));
    }
    return response;
  }

  function refusal(request: ZoneRequest, ray: string): Response {
    return pageResponse(403, 'Blocked', [
      `${request.host} refused this request: its token does not satisfy the rules of the zone.`,
      `Ray ${ray}`,
    ]);
  }

  return {
    async fetch(raw, peer = inProcess) {
      const started = performance.now();
      const request = new ZoneRequest(raw, peer);
      const zone = zoneByHost(world, request.host);
      const ray = world.rays.hex16();
      const response = await answer(request, zone, ray);
      const basis = zone ? 'seed' : 'inferred';
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

const tokenFinding = { source: 'apiShieldTokenValidation', rulesetId: null, ref: '' } as const;

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
  return new Request(request, { headers });
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
