import type { Gateway } from '../../spec/services/ai-gateway/gateway.ts';
import type { LogDetail } from '../../spec/services/ai-gateway/logs.ts';
import type { ProviderConfig } from '../../spec/services/ai-gateway/provider-configs.ts';

/** A gateway as it is kept: the resource itself. */
export type StoredGateway = Readonly<Gateway>;

/** A log entry of a gateway: the resource, and what is known of the exchange beside it. */
export interface StoredLog {
  readonly id: string;
  readonly gatewayId: string;
  readonly entry: Readonly<LogDetail>;
  /** `cf-aig-event-id` */
  readonly eventId: string | null;
  readonly userAgent: string | null;
  readonly feedback: number | null;
  readonly score: number | null;
  /** The bodies as they went over the wire; null where they were not to be kept. */
  readonly requestBody: string | null;
  readonly responseBody: string | null;
}

/** A key of a provider as it is kept, with its secret. */
export interface StoredProviderConfig {
  readonly id: string;
  readonly gatewayId: string;
  readonly secret: string;
  readonly resource: Readonly<ProviderConfig>;
}
