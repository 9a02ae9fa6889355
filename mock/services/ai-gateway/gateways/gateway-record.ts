import {
  defaultGatewaySettings,
  type GatewayCreate,
  type GatewayUpdate,
} from '../../../../spec/services/ai-gateway/gateways.ts';
import { defaultGatewayId } from '../../../../spec/services/ai-gateway/limits.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';
import { named } from '../members.ts';

/** Members of a gateway besides its settings. */
export interface GatewayHead {
  readonly id: string;
  readonly created_at: string;
  readonly modified_at: string;
}

/** Settings in every answer; null until set. */
const unset = {
  log_management: null,
  log_management_strategy: null,
  logpush: false,
  logpush_public_key: null,
  retry_max_attempts: null,
  retry_delay: null,
  retry_backoff: null,
  store_id: null,
  zdr: false,
  dlp: null,
  guardrails: null,
  otel: null,
  spend_limits: null,
  stripe: null,
  log_classification: false,
  byok_only: false,
} as const satisfies Partial<GatewayUpdate>;

/**
 * A gateway with the given settings and the defaults for all others.
 *
 * Stores a `cache_ttl` of null as 0. `wholesale` says whether unified billing may replace a missing key (inferred from
 * `cf-aig-no-wholesale`, which `byok_only` makes redundant): Cloudflare docs, AI Gateway header glossary and
 * cloudflare-typescript, AI Gateway.
 *
 * @example
 * gatewayRecord(defaultGatewaySettings, { id: 'default', created_at: now, modified_at: now })
 */
export function gatewayRecord(
  settings: Omit<GatewayCreate, 'id'> | GatewayUpdate,
  head: GatewayHead,
): StoredGateway {
  const { id, created_at, modified_at } = head;
  const { cache_ttl, rate_limiting_technique: technique, ...given } = settings;
  const record = {
    id,
    ...defaultGatewaySettings,
    ...unset,
    ...named(given),
    cache_ttl: cache_ttl ?? 0,
    rate_limiting_technique: technique ?? defaultGatewaySettings.rate_limiting_technique,
    created_at,
    modified_at,
    is_default: id === defaultGatewayId,
  };
  return { ...record, wholesale: !record.byok_only };
}
