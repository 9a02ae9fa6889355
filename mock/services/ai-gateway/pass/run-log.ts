import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import type { LogDetail } from '../../../../spec/services/ai-gateway/logs.ts';
import { timestampOf } from '../../../world/clock.ts';
import type { StoredLog } from '../../../world/gateway-records.ts';
import { sizeOf } from './body-size.ts';
import type { Passage } from './passage.ts';
import { noCost } from './run-cost.ts';

/** How a run ended. */
export interface RunEnd {
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
 * account.gatewayLogs.add(new RunLog(passage, end, clock.now()), room);
 */
export class RunLog implements StoredLog {
  readonly id: string;
  readonly gatewayId: string;
  readonly eventId: string | null;
  readonly userAgent: string | null;
  readonly feedback = null;
  readonly score = null;
  readonly requestBody: string | null;
  readonly responseBody: string | null;
  readonly #facts: RunFacts;
  /** What it tells of bodies of which it has only a part, or nothing. */
  readonly #request: BodyFacts | undefined;
  readonly #response: BodyFacts | undefined;
  #entry: LogDetail | undefined;

  /** @param now milliseconds since the epoch */
  constructor(passage: Passage, end: RunEnd, now: number) {
    const { request, gateway, headers } = passage;
    const tells = headers['cf-aig-collect-log-payload'] ?? true;
    this.id = passage.id;
    this.gatewayId = gateway.id;
    this.eventId = passage.eventId;
    this.userAgent = request.userAgent;
    this.requestBody = tells ? keptBody(request.body) : null;
    this.responseBody = tells ? keptBody(end.body, end.size) : null;
    this.#facts = factsOf(passage, end, now);
    const hasAll = this.responseBody !== null && end.size === undefined;
    this.#request = tells && this.requestBody === null ? bodyFacts(request.body) : undefined;
    this.#response = tells && !hasAll ? bodyFacts(end.body, end.size) : undefined;
  }

  get entry(): LogDetail {
    this.#entry ??= this.#written();
    return this.#entry;
  }

  #written(): LogDetail {
    const request = this.#request ?? factsOfKept(this.requestBody);
    const response = this.#response ?? factsOfKept(this.responseBody);
    return {
      ...entryOf(this.id, this.#facts),
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

type RunFacts = ReturnType<typeof factsOf>;

/** What an entry is made of; the request itself is not held, which has much that nobody needs any more. */
function factsOf(passage: Passage, end: RunEnd, now: number) {
  const { request, startedAt, provider, modelName, metadata, charge, guarded, dlp } = passage;
  const { success, status, cached, mediaType } = end;
  const { usage, cost = noCost } = passage.spent ?? {};
  return {
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
    customCost: passage.headers['cf-aig-custom-cost'] !== undefined,
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

function entryOf(id: string, facts: RunFacts): LogDetail {
  const { endpoint, charge } = facts;
  return {
    id,
    created_at: timestampOf(facts.startedAt),
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

/** @param size of all of it, where the body is only its beginning */
function bodyFacts(body: string | Uint8Array, size?: number): BodyFacts {
  return {
    // What is no text is not shown.
    head: typeof body === 'string' ? body.slice(0, limits.logHead) : '',
    complete: (size ?? body.length) <= limits.logHead,
    size: size ?? sizeOf(body),
  };
}

/** A body is kept whole or not at all, so that nobody takes a part of one for all of it. */
function keptBody(body: string | Uint8Array, size: number = body.length): string | null {
  return typeof body === 'string' && size <= limits.logBody ? body : null;
}
