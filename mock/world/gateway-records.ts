import type { CustomProvider } from '../../spec/services/ai-gateway/custom-providers.ts';
import type { Dataset } from '../../spec/services/ai-gateway/datasets.ts';
import type { Evaluation } from '../../spec/services/ai-gateway/evaluations.ts';
import type { Gateway } from '../../spec/services/ai-gateway/gateways.ts';
import { defaultScannedWords, type ScannedWords } from '../../spec/services/ai-gateway/guardrails.ts';
import type { LogDetail } from '../../spec/services/ai-gateway/logs.ts';
import type { ProviderConfig } from '../../spec/services/ai-gateway/provider-configs.ts';
import type { PlatformLimits, RateTechnique } from '../../spec/services/ai-gateway/rate-limits.ts';
import type { RouteElement } from '../../spec/services/ai-gateway/routes.ts';

/** A gateway as it is kept: the resource itself, in which something counts requests in any case. */
export type StoredGateway = Readonly<Gateway & { rate_limiting_technique: RateTechnique }>;

/** A log entry of a gateway: the resource, and what is known of the exchange beside it. */
export interface StoredLog {
  readonly id: string;
  readonly gatewayId: string;
  /** May be put together only when it is read. */
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

/** A custom provider as it is kept: the resource itself. */
export type StoredCustomProvider = Readonly<CustomProvider>;

/** Filters of log entries as they are kept: the resource itself. */
export type StoredDataset = Readonly<Dataset>;

/** An evaluation as it is kept: the resource itself, with what was measured when it was made. */
export type StoredEvaluation = Readonly<Evaluation>;

/** One version of a dynamic route. */
export interface StoredRouteVersion {
  readonly id: string;
  readonly createdAt: string;
  readonly elements: readonly RouteElement[];
}

/** What made a version serve. */
export interface StoredRouteDeployment {
  readonly id: string;
  readonly versionId: string;
  readonly createdAt: string;
}

/** A dynamic route; versions and deployments stand oldest first, and there is one of each at least. */
export interface StoredRoute {
  readonly id: string;
  readonly gatewayId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly versions: readonly StoredRouteVersion[];
  readonly deployments: readonly StoredRouteDeployment[];
}

/** Why the scanner of guardrails gives no answer; null where it does. */
export type ScannerFault = 'unavailable' | 'credits' | null;

/** What gateways meet from the start. */
export interface StartingConditions {
  /** Default `frontier`. */
  readonly limits?: PlatformLimits | undefined;
  readonly words?: readonly ScannedWords[] | undefined;
}

/** What gateways meet that no setting of theirs says: the scanner, and how strict the platform is. */
export class GatewayConditions {
  readonly #start: { readonly limits: PlatformLimits; readonly words: readonly ScannedWords[] };
  /** What the scanner finds. */
  words: readonly ScannedWords[];
  fault: ScannerFault = null;
  /** Which limits of the platform's own are enforced. */
  limits: PlatformLimits;

  constructor({ limits = 'frontier', words = defaultScannedWords }: StartingConditions = {}) {
    this.#start = { limits, words };
    this.limits = limits;
    this.words = words;
  }

  /** A function that puts everything back to how it is now. */
  snapshot(): () => void {
    const { words, fault, limits } = this;
    return () => {
      this.words = words;
      this.fault = fault;
      this.limits = limits;
    };
  }

  /** Puts everything back to how it was at the start. */
  reset(): void {
    const { limits, words } = this.#start;
    this.words = words;
    this.fault = null;
    this.limits = limits;
  }
}
