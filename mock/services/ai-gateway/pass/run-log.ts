import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import type { LogDetail } from '../../../../spec/services/ai-gateway/logs.ts';
import { toTimestamp } from '../../../world/clock.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { noCost } from './billing-step.ts';
import type { GatewayRun } from './gateway-run.ts';

/** How a run ended. */
interface RunEnd {
  readonly success: boolean;
  readonly status: number;
  readonly cached: boolean;
  readonly mediaType: string;
  /** The beginning of a stream, or the whole of any other answer. */
  readonly body: string | Uint8Array;
  /** Bytes of all of the answer; left out, those of `body`. */
  readonly size?: number;
}

/**
 * The log entry of a run. It holds little and is put together once somebody reads it: there are many, and most are
 * never read.
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
    const tells = run.headers['cf-aig-collect-log-payload'] ?? true;
    return new RunLog(getFacts(run, end, now), tells ? getBodies(run, end) : noBodies);
  }

  get entry(): LogDetail {
    this.#entry ??= this.#written();
    return this.#entry;
  }

  /** The same without its bodies; what the entry tells of them is read off them now. */
  withoutBodies(): RunLog {
    const { request, response } = this.#told();
    const { responseFacts = own(response) } = this.#bodies;
    return new RunLog(this.#facts, { ...noBodies, requestFacts: own(request), responseFacts });
  }

  #told() {
    const { request, requestFacts, response, responseFacts } = this.#bodies;
    return {
      request: requestFacts ?? factsOfKept(request),
      response: responseFacts ?? factsOfKept(response),
    };
  }

  #written(): LogDetail {
    const { request, response } = this.#told();
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

/** The bodies of a run as far as they are kept, and what the entry tells of those that it can't read it off. */
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
    // A stream may be long: its beginning is copied while it is still near at hand.
    responseFacts: response === null || size !== undefined ? own(bodyFacts(answer, size)) : undefined,
  };
}

type RunFacts = ReturnType<typeof getFacts>;

/** What an entry is made of; the request itself is not held, which has much that nobody needs any more. */
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
    // A clock may be set back while a run is on its way.
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

/** What guardrails and data rules said, where they said anything. */
function foundBy({ guarded, dlp }: RunFacts): LogDetail['usage_metadata'] {
  if (guarded === undefined && dlp === undefined) return null;
  return { ...(guarded && { guardrails: guarded }), ...(dlp && { dlp_action: dlp.action }) };
}

/** What an entry tells of a body. */
interface BodyFacts {
  readonly head: string;
  readonly complete: boolean;
  readonly size: number;
}

const factsOfKept = (body: string | null) => (body === null ? undefined : bodyFacts(body));

/** The same with a beginning of its own: one that is a part of a text has all of the text stay in memory. */
function own(facts: BodyFacts): BodyFacts;
function own(facts: BodyFacts | undefined): BodyFacts | undefined;
function own(facts: BodyFacts | undefined): BodyFacts | undefined {
  // Joined, it is copied; runtimes have a part of a text, and a sum of two, refer to those.
  return facts && { ...facts, head: [facts.head.slice(0, 1), facts.head.slice(1)].join('') };
}

/** @param size of all of it, where the body is only its beginning */
function bodyFacts(body: string | Uint8Array, size?: number): BodyFacts {
  return {
    // What is no text is not shown.
    head: typeof body === 'string' ? body.slice(0, limits.logHead) : '',
    complete: (size ?? body.length) <= limits.logHead,
    size: size ?? getSize(body),
  };
}

/** A body is kept whole or not at all, so that nobody takes a part of one for all of it. */
function keptBody(body: string | Uint8Array, size: number = body.length): string | null {
  return typeof body === 'string' && size <= limits.logBody ? body : null;
}

/** Writes the log entry of a run, where it is to be logged. @param now milliseconds since the epoch */
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
