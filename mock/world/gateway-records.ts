import type { CustomProvider } from '../../spec/services/ai-gateway/custom-providers.ts';
import type { Gateway } from '../../spec/services/ai-gateway/gateways.ts';
import { defaultScannedWords, type ScannedWords } from '../../spec/services/ai-gateway/guardrails.ts';
import type { LogDetail } from '../../spec/services/ai-gateway/logs.ts';
import type { ProviderConfig } from '../../spec/services/ai-gateway/provider-configs.ts';
import type { PlatformLimits, RateTechnique } from '../../spec/services/ai-gateway/rate-limits.ts';
import type { RouteElement } from '../../spec/services/ai-gateway/routes.ts';

/** A stored gateway: the resource, always with a rate limiting technique. */
export type StoredGateway = Readonly<Gateway & { rate_limiting_technique: RateTechnique }>;

/** A log entry of a gateway: the resource, and more facts about the exchange. */
export interface StoredLog {
  readonly id: string;
  readonly gatewayId: string;
  /** May be computed on demand. */
  readonly entry: Readonly<LogDetail>;
  /** `cf-aig-event-id` */
  readonly eventId: string | null;
  readonly userAgent: string | null;
  readonly feedback: number | null;
  readonly score: number | null;
  /** The bodies as sent; null if they must not be kept. */
  readonly requestBody: string | null;
  readonly responseBody: string | null;
}

/** A stored provider key with its secret. */
export interface StoredProviderConfig {
  readonly id: string;
  readonly gatewayId: string;
  readonly secret: string;
  readonly resource: Readonly<ProviderConfig>;
}

/** A stored custom provider: the resource itself. */
export type StoredCustomProvider = Readonly<CustomProvider>;

/** One version of a dynamic route. */
export interface StoredRouteVersion {
  readonly id: string;
  readonly createdAt: string;
  readonly elements: readonly RouteElement[];
}

/** A deployment, which activates a version. */
export interface StoredRouteDeployment {
  readonly id: string;
  readonly versionId: string;
  readonly createdAt: string;
}

/** A dynamic route. Versions and deployments are oldest first, with at least one of each. */
export interface StoredRoute {
  readonly id: string;
  readonly gatewayId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly modifiedAt: string;
  readonly versions: readonly StoredRouteVersion[];
  readonly deployments: readonly StoredRouteDeployment[];
}

/** Why the guardrails scanner gives no answer; null if it does. */
export type ScannerFault = 'unavailable' | 'credits' | null;

/** Initial conditions of gateways. */
export interface StartingConditions {
  /** Default `frontier`. */
  readonly limits?: PlatformLimits | undefined;
  readonly words?: readonly ScannedWords[] | undefined;
}

/** Conditions of gateways beyond their own settings: the scanner, and the limits of the platform. */
export class GatewayConditions {
  readonly #start: { readonly limits: PlatformLimits; readonly words: readonly ScannedWords[] };
  /** What the scanner finds. */
  words: readonly ScannedWords[];
  fault: ScannerFault = null;
  /** Which limits of the platform itself are enforced. */
  limits: PlatformLimits;

  constructor({ limits = 'frontier', words = defaultScannedWords }: StartingConditions = {}) {
    this.#start = { limits, words };
    this.limits = limits;
    this.words = words;
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const { words, fault, limits } = this;
    return () => {
      this.words = words;
      this.fault = fault;
      this.limits = limits;
    };
  }

  /** Restores the initial state. */
  reset(): void {
    const { limits, words } = this.#start;
    this.words = words;
    this.fault = null;
    this.limits = limits;
  }
}
