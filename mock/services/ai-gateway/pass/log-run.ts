import { gatewayLimits as limits } from '../../../../spec/services/ai-gateway/limits.ts';
import type { LogDetail } from '../../../../spec/services/ai-gateway/logs.ts';
import { timestampOf } from '../../../world/clock.ts';
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

/** Writes the log entry of a run. @param now milliseconds since the epoch */
export function logRun(passage: Passage, end: RunEnd, now: number): void {
  const { request, gateway, headers, id, eventId, logs } = passage;
  if (!logs) return;
  const keepsBodies = headers['cf-aig-collect-log-payload'] ?? true;
  const whenFull = gateway.log_management_strategy ?? 'DELETE_OLDEST';
  request.account.gatewayLogs.add(
    {
      id,
      gatewayId: gateway.id,
      entry: keepsBodies
        ? withBodies(entryOf(passage, end, now), request.body, end)
        : entryOf(passage, end, now),
      eventId,
      userAgent: request.userAgent,
      feedback: null,
      score: null,
      requestBody: keepsBodies ? keptBody(request.body) : null,
      responseBody: keepsBodies ? keptBody(end.body, end.size) : null,
    },
    { limit: gateway.log_management ?? limits.logsDefault, whenFull },
  );
}

function entryOf(passage: Passage, end: RunEnd, now: number): LogDetail {
  const { request, id, startedAt, provider, modelName, metadata, charge } = passage;
  const { success, status, cached } = end;
  const { usage, cost = noCost } = passage.spent ?? {};
  return {
    id,
    created_at: timestampOf(startedAt),
    provider,
    model: modelName,
    path: request.endpoint,
    // A clock may be set back while a run is on its way.
    duration: Math.max(0, now - startedAt),
    success,
    cached,
    tokens_in: usage?.inputTokens ?? (cached ? 0 : null),
    tokens_out: usage?.outputTokens ?? (cached ? 0 : null),
    cost: cost.logged,
    custom_cost: passage.headers['cf-aig-custom-cost'] !== undefined,
    metadata,
    model_type: request.model.task,
    request_type: request.surface === 'run' ? 'run' : request.endpoint.replace(formatPath, ''),
    request_content_type: request.contentType,
    response_content_type: end.mediaType,
    status_code: status,
    step: 0,
    wholesale: charge === 'unified-billing',
    byok: charge === 'own-key',
    authentication: true,
    timings: null,
    usage_metadata: foundBy(passage),
  };
}

const formatPath = /^ai\/v1\//;

/** What guardrails and data rules said, where they said anything. */
function foundBy({ guarded, dlp }: Passage): LogDetail['usage_metadata'] {
  if (guarded.length === 0 && dlp === undefined) return null;
  return { ...(guarded.length > 0 && { guardrails: guarded }), ...(dlp && { dlp_action: dlp.action }) };
}

/** Writes what an entry tells of the bodies into it. */
function withBodies(entry: LogDetail, request: string | Uint8Array, { body, size }: RunEnd): LogDetail {
  entry.request_head = headOf(request);
  entry.request_head_complete = request.length <= limits.logHead;
  entry.request_size = sizeOf(request);
  entry.response_head = headOf(body);
  entry.response_head_complete = (size ?? body.length) <= limits.logHead;
  entry.response_size = size ?? sizeOf(body);
  return entry;
}

/** What is no text is not shown. */
function headOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body.slice(0, limits.logHead) : '';
}

/** A body is kept whole or not at all, so that nobody takes a part of one for all of it. */
function keptBody(body: string | Uint8Array, size: number = body.length): string | null {
  return typeof body === 'string' && size <= limits.logBody ? body : null;
}
