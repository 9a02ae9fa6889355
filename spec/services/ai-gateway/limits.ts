/**
 * Limits of the gateway: seed inference-and-conversion, Limits; Cloudflare docs, AI Gateway header glossary.
 */
export const gatewayLimits = {
  /** Attempts of one request, and the wait between them in milliseconds, for its headers. */
  maxAttempts: { min: 1, max: 5 },
  retryDelayMs: { min: 0, max: 60_000 },
  /** The wait that the setting of a gateway allows, which is less than the header allows. */
  retryDelaySettingMs: 5000,
  /** Longest time to the first byte that a request can set (inferred). */
  requestTimeoutMs: 3_600_000,
  /** Seconds for which an answer is cached. The minimum is not enforced on a request (seed). */
  cacheTtl: { min: 60, max: 2_592_000 },
  /** Seconds for which a gateway without a cache caches an answer with a cache key. */
  keyedCacheTtl: 300,
  /** Largest request that is cached, in bytes. */
  cacheableBytes: 25 * 1024 * 1024,
  /** Longest cache key (inferred). */
  cacheKey: 1024,
  metadataEntries: 5,
  id: 64,
  gatewaysPerAccount: { free: 10, paid: 20 },
  perPageDefault: 20,
  gatewaysPerPageMax: 100,
  logsPerPageMax: 50,
  logsDeletedMax: 10_000,
  /** Log entries of a gateway. */
  logManagement: { min: 10_000, max: 10_000_000 },
  logpushPublicKey: { min: 16, max: 1024 },
  otelTargets: 5,
  spendRules: 20,
  /** Cents of a top-up, and of the threshold of automatic top-ups: the client's types. */
  topUp: { least: 1000, leastThreshold: 500 },
  /** Cents of a spending limit of an account, which are no longer available: the client's types. */
  spendingLimit: 100,
  /** Characters of the headers of a custom provider: types of the platform's client. */
  customProviderHeaders: 8192,
  /** Requests of unified billing per gateway, and the seconds of their window. */
  unifiedBilling: { requests: 200, seconds: 60 },
  /** Characters of both bodies that a log entry shows, and of the longest body that is stored (inferred). */
  logHead: 2048,
  logBody: 65_536,
  /** Characters of all bodies in the log of a gateway; those of the oldest entries go first (ours). */
  logBodies: 16_000_000,
  /** Default number of log entries of a gateway, the newest ones (inferred). */
  logsDefault: 10_000,
  /** Milliseconds until a log entry exists. */
  logVisibleMs: 2000,
  /** Versions and names of dynamic routes (inferred). */
  routeName: 64,
  routeElements: 100,
  /** Neurons per day for an account on the free plan: Cloudflare docs, Workers AI errors. */
  freeNeurons: 10_000,
  /** Steps of one universal request (inferred). */
  universalSteps: 20,
} as const;

/** The gateway that its first use creates. */
export const defaultGatewayId = 'default';

/**
 * The host of gateways: Cloudflare docs, AI Gateway universal endpoint. A mock serves it below a path of its API.
 */
export const gatewayHost = { name: 'gateway.ai.cloudflare.com', path: '/gateway' } as const;
