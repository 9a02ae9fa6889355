import { defaultGatewaySettings } from '../../../../spec/services/ai-gateway/gateways.ts';
import type {
  DlpAction,
  DlpFinding,
  GuardrailPhase,
} from '../../../../spec/services/ai-gateway/guardrails.ts';
import {
  type GatewayRequestHeaders,
  type GatewayResponseHeaders,
  keptMetadata,
  type Metadata,
} from '../../../../spec/services/ai-gateway/headers.ts';
import type { GuardrailVerdict } from '../../../engines/guardrails/guardrails.ts';
import type { Usage } from '../../../engines/models/backend.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import type { World } from '../../../world/world.ts';
import type { GatewayRequest } from '../../gateway-request.ts';
import { gatewayRecord } from '../gateways/gateway-record.ts';

/** The verdict of the guardrails on one text, for the log. */
export interface GuardedText {
  readonly phase: GuardrailPhase;
  readonly verdict: GuardrailVerdict['verdict'];
  readonly categories: readonly string[];
}

/** How a run can be charged. */
export type Charge = 'prepaid-credits' | 'hosted-models' | 'unified-billing' | 'own-key';

/** The cost of a run. */
export interface RunCost {
  /** The platform's charge. */
  readonly dollars: number;
  readonly neurons: number;
  /** The cost in the log: by the caller's own prices, if any. */
  readonly logged: number;
}

/** One request on its way through its gateway, with the results so far. */
export interface GatewayRun {
  readonly request: GatewayRequest;
  readonly gateway: StoredGateway;
  /** The request's gateway headers; empty without a gateway. */
  readonly headers: GatewayRequestHeaders;
  /** Of the log entry, and of the request where nothing replaces it. */
  readonly id: string;
  /** Null for a request without a gateway. */
  readonly eventId: string | null;
  /** In milliseconds on the account's clock. */
  readonly startedAt: number;
  /** `workers-ai` for hosted models. */
  readonly provider: string;
  /** The provider's name of the model. */
  readonly modelName: string;
  readonly logs: boolean;
  /** The part of the request's metadata that the log stores. */
  readonly metadata: Metadata | null;
  /** Known after the check of keys and billing. */
  charge: Charge | undefined;
  cacheStatus: GatewayResponseHeaders['cf-aig-cache-status'];
  /** The provider's usage, after its answer. */
  spent: { readonly usage: Usage | undefined; readonly cost: RunCost } | undefined;
  /** Findings of data rules. */
  dlp: { readonly findings: readonly DlpFinding[]; readonly action: DlpAction } | undefined;
  /** Verdicts of guardrails. */
  readonly guarded: GuardedText[];
}

/** Starts a run through a gateway. */
export function openRun(world: World, gateway: StoredGateway, request: GatewayRequest): GatewayRun {
  const { headers, account } = request;
  const startedAt = account.clock.now();
  const sent = headers['cf-aig-metadata'];
  return {
    ...start,
    request,
    gateway,
    headers,
    id: world.rays.uuid7(startedAt),
    eventId: headers['cf-aig-event-id'] ?? world.rays.hex16(),
    startedAt,
    provider: request.provider,
    modelName: getModelName(request),
    logs: headers['cf-aig-collect-log'] ?? gateway.collect_logs,
    metadata: sent === undefined ? null : keptMetadata(sent),
    guarded: [],
  };
}

/** Starts a run of a hosted model without a gateway: it has no cache and no log, and headers have no effect. */
export function openDirectRun(world: World, request: GatewayRequest): GatewayRun {
  const startedAt = request.account.clock.now();
  return {
    ...start,
    request,
    gateway: noGateway,
    headers: {},
    id: world.rays.uuid(),
    eventId: null,
    startedAt,
    provider: request.provider,
    modelName: getModelName(request),
    logs: false,
    metadata: null,
    guarded: [],
  };
}

/**
 * The gateway's headers of an answer, also for a run without a gateway: Cloudflare docs, AI Gateway header glossary.
 */
export function answerHeaders({ id, eventId, logs, cacheStatus, dlp }: GatewayRun): Record<string, string> {
  if (eventId === null) return { 'cf-ai-req-id': id };
  const headers: Record<string, string> = {
    'cf-aig-event-id': eventId,
    'cf-aig-request-id': id,
    'cf-aig-step': '0',
  };
  if (logs) headers['cf-aig-log-id'] = id;
  if (cacheStatus) headers['cf-aig-cache-status'] = cacheStatus;
  if (dlp) headers['cf-aig-dlp'] = JSON.stringify(dlp);
  return headers;
}

const start = { charge: undefined, cacheStatus: undefined, spent: undefined, dlp: undefined } as const;

const noGateway = gatewayRecord(defaultGatewaySettings, { id: '', created_at: '', modified_at: '' });

/** The whole id of a hosted model, or the name without the author of any other (inferred). */
function getModelName({ model: { id }, hosted, provider }: GatewayRequest): string {
  return hosted ? id : id.slice(provider.length + 1);
}
