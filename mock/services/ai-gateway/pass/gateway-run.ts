import type { Charge } from '../../../../spec/services/ai-gateway/billing.ts';
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

/** What guardrails said to one text, for the log. */
export interface GuardedText {
  readonly phase: GuardrailPhase;
  readonly verdict: GuardrailVerdict['verdict'];
  readonly categories: readonly string[];
}

/** What a run came to. */
export interface RunCost {
  /** What the platform takes for it. */
  readonly dollars: number;
  readonly neurons: number;
  /** What the log says: by the caller's own prices, where there are some. */
  readonly logged: number;
}

/** One request on its way through its gateway, and what is found out about it there. */
export interface GatewayRun {
  readonly request: GatewayRequest;
  readonly gateway: StoredGateway;
  /** What the request says to its gateway; nothing where it goes through none. */
  readonly headers: GatewayRequestHeaders;
  /** Of the log entry, and of the request where nothing takes its place. */
  readonly id: string;
  /** Null for a request that goes through no gateway. */
  readonly eventId: string | null;
  /** By the clock of the account, in milliseconds. */
  readonly startedAt: number;
  /** `workers-ai` for hosted models. */
  readonly provider: string;
  /** As its provider names it. */
  readonly modelName: string;
  readonly logs: boolean;
  /** What the log keeps of the metadata that came with the request. */
  readonly metadata: Metadata | null;
  /** Known once keys and billing were looked at. */
  charge: Charge | undefined;
  cacheStatus: GatewayResponseHeaders['cf-aig-cache-status'];
  /** What the provider has done, once it has. */
  spent: { readonly usage: Usage | undefined; readonly cost: RunCost } | undefined;
  /** What data rules found. */
  dlp: { readonly findings: readonly DlpFinding[]; readonly action: DlpAction } | undefined;
  /** What guardrails found. */
  readonly guarded: GuardedText[];
}

/** A request that its gateway begins to look at. */
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

/** A request for a hosted model that goes through no gateway: no cache, no log, no header does anything. */
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
 * The gateway's headers of an answer, and of an answer without one: Cloudflare docs, AI Gateway header
 * glossary.
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

/** Hosted models go by their whole id, all others by their name at their author's (inferred). */
function getModelName({ model: { id }, hosted, provider }: GatewayRequest): string {
  return hosted ? id : id.slice(provider.length + 1);
}
