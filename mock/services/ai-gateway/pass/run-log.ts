import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import type { LogDetail } from '../../../../spec/services/ai-gateway/logs.ts';
import { toTimestamp } from '../../../world/clock.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { noCost } from './billing-step.ts';
import type { GatewayRun } from './gateway-run.ts';

/** The end of a run. */
interface RunEnd {
  readonly success: boolean;
  readonly status: number;
  readonly cached: boolean;
  readonly mediaType: string;
  /** The beginning of a stream, or the whole of any other answer. */
  readonly body: string | Uint8Array;
  /** Bytes of the whole answer; defaults to those of `body`. */
  readonly size?: number;
}

/**
 * The log entry of a run. It stores little and builds the entry at the first read, since most entries are never read.
 *
 * @example
 * account.gatewayLogs.add(RunLog.of(run, end, clock.now()), room);
 */
class RunLog implements StoredLog {
  readonly id: string;
  readonly gatewayId: string;
  readonly eventId: string | null;
  readonly userAgent: string | null;
  readonly feedback = null;
  readonly score = null;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly #facts: RunFacts;
  readonly #bodies: LoggedBodies;
  #entry: LogDetail | undefined;

  private constructor(facts: RunFacts, bodies: LoggedBodies) {
    this.id = facts.id;
    this.gatewayId = facts.gatewayId;
    this.eventId = facts.eventId;
    this.userAgent = facts.userAgent;
    this.requestBody = bodies.request;
    this.responseBody = bodies.response;
    this.#facts = facts;
    this.#bodies = bodies;
  }

  /** @param now milliseconds since the epoch */
  static of(run: GatewayRun, end: RunEnd, now: number): RunLog {
    const keepsBodies = run.headers['cf-aig-collect-log-payload'] ?? true;
    return new RunLog(getFacts(run, end, now), keepsBodies ? getBodies(run, end) : noBodies);
  }

  get entry(): LogDetail {
    this.#entry ??= this.#buildEntry();
    return this.#entry;
  }

  /** The same without its bodies; it first reads their facts for the entry. */
  withoutBodies(): RunLog {
    const { request, response } = this.#getBodyFacts();
    const { responseFacts = own(response) } = this.#bodies;
    return new RunLog(this.#facts, { ...noBodies, requestFacts: own(request), responseFacts });
  }

  #getBodyFacts() {
    const { request, requestFacts, response, responseFacts } = this.#bodies;
    return {
      request: requestFacts ?? factsOfKept(request),
      response: responseFacts ?? factsOfKept(response),
    };
  }

  #buildEntry(): LogDetail {
    const { request, response } = this.#getBodyFacts();
    return {
      ...toEntry(this.#facts),
      ...(request && {
        request_head: request.head,
        request_head_complete: request.complete,
        request_size: request.size,
      }),
      ...(response && {
        response_head: response.head,
        response_head_complete: response.complete,
        response_size: response.size,
      }),
    };
  }
}

/** The stored bodies of a run, and the facts that the entry can't read from them. */
interface LoggedBodies {
  readonly request: string | null;
  readonly requestFacts: BodyFacts | undefined;
  readonly response: string | null;
  readonly responseFacts: BodyFacts | undefined;
}

const noBodies: LoggedBodies = {
  request: null,
  requestFacts: undefined,
  response: null,
  responseFacts: undefined,
};

function getBodies({ request: { body } }: GatewayRun, { body: answer, size }: RunEnd): LoggedBodies {
  const request = keptBody(body);
  const response = keptBody(answer, size);
  return {
    request,
    requestFacts: request === null ? own(bodyFacts(body)) : undefined,
    response,
    // A stream may be long: copy its beginning early.
    responseFacts: response === null || size !== undefined ? own(bodyFacts(answer, size)) : undefined,
  };
}

type RunFacts = ReturnType<typeof getFacts>;

/** The data of an entry; the request itself is not stored, since most of it is no longer needed. */
function getFacts(run: GatewayRun, end: RunEnd, now: number) {
  const { request, startedAt, provider, modelName, metadata, charge, guarded, dlp } = run;
  const { success, status, cached, mediaType } = end;
  const { usage, cost = noCost } = run.spent ?? {};
  return {
    id: run.id,
    gatewayId: run.gateway.id,
    eventId: run.eventId,
    userAgent: request.userAgent,
    startedAt,
    // The clock can go back during a run.
    duration: Math.max(0, now - startedAt),
    provider,
    modelName,
    endpoint: request.endpoint,
    success,
    cached,
    status,
    tokensIn: usage?.inputTokens ?? (cached ? 0 : null),
    tokensOut: usage?.outputTokens ?? (cached ? 0 : null),
    cost: cost.logged,
    customCost: run.headers['cf-aig-custom-cost'] !== undefined,
    metadata,
    task: request.model.task,
    surface: request.surface,
    contentType: request.contentType,
    mediaType,
    charge,
    guarded: guarded.length > 0 ? guarded : undefined,
    dlp,
  };
}

function toEntry(facts: RunFacts): LogDetail {
  const { endpoint, charge } = facts;
  return {
    id: facts.id,
    created_at: toTimestamp(facts.startedAt),
    provider: facts.provider,
    model: facts.modelName,
    path: endpoint,
    duration: facts.duration,
    success: facts.success,
    cached: facts.cached,
    tokens_in: facts.tokensIn,
    tokens_out: facts.tokensOut,
    cost: facts.cost,
    custom_cost: facts.customCost,
    metadata: facts.metadata,
    model_type: facts.task,
    request_type: facts.surface === 'run' ? 'run' : endpoint.replace(formatPath, ''),
    request_content_type: facts.contentType,
    response_content_type: facts.mediaType,
    status_code: facts.status,
    step: 0,
    wholesale: charge === 'unified-billing',
    byok: charge === 'own-key',
    authentication: true,
    timings: null,
    usage_metadata: foundBy(facts),
  };
}

const formatPath = /^ai\/v1\//;

/** Results of guardrails and data rules, if any. */
function foundBy({ guarded, dlp }: RunFacts): LogDetail['usage_metadata'] {
  if (guarded === undefined && dlp === undefined) return null;
  return { ...(guarded && { guardrails: guarded }), ...(dlp && { dlp_action: dlp.action }) };
}

/** The facts about a body in an entry. */
interface BodyFacts {
  readonly head: string;
  readonly complete: boolean;
  readonly size: number;
}

const factsOfKept = (body: string | null) => (body === null ? undefined : bodyFacts(body));

/** The same with a copied head: a substring would keep the whole text in memory. */
function own(facts: BodyFacts): BodyFacts;
function own(facts: BodyFacts | undefined): BodyFacts | undefined;
function own(facts: BodyFacts | undefined): BodyFacts | undefined {
  // Joining copies the text; runtimes implement substrings and concatenations as references.
  return facts && { ...facts, head: [facts.head.slice(0, 1), facts.head.slice(1)].join('') };
}

/** @param size of the whole body, if `body` is only its beginning */
function bodyFacts(body: string | Uint8Array, size?: number): BodyFacts {
  return {
    // Binary bodies are not shown.
    head: typeof body === 'string' ? body.slice(0, limits.logHead) : '',
    complete: (size ?? body.length) <= limits.logHead,
    size: size ?? getSize(body),
  };
}

/** Stores a body whole or not at all, so that no part looks like the whole. */
function keptBody(body: string | Uint8Array, size: number = body.length): string | null {
  return typeof body === 'string' && size <= limits.logBody ? body : null;
}

/** Adds the log entry of a run, if logging is on. @param now milliseconds since the epoch */
export function logRun(run: GatewayRun, end: RunEnd, now: number): void {
  const { request, gateway, logs } = run;
  if (!logs) return;
  request.account.gatewayLogs.add(RunLog.of(run, end, now), {
    limit: gateway.log_management ?? limits.logsDefault,
    whenFull: gateway.log_management_strategy ?? 'DELETE_OLDEST',
  });
}

/**
 * Bytes of a body in UTF-8.
 *
 * @example
 * getSize('é') // 2
 */
export function getSize(body: string | Uint8Array): number {
  return typeof body === 'string' ? encoder.encode(body).byteLength : body.byteLength;
}

const encoder = new TextEncoder();
