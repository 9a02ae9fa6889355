/**
 * Limits of the gateway: seed inference-and-conversion, Limits; Cloudflare docs, AI Gateway header glossary.
 */
export const gatewayLimits = {
  /** Attempts of one request, and the wait between them in milliseconds, as its headers ask for. */
  maxAttempts: { min: 1, max: 5 },
  retryDelayMs: { min: 0, max: 60_000 },
  /** The wait that the setting of a gateway allows: less than the header does (trap 16). */
  retryDelaySettingMs: 5000,
  /** Longest time to the first byte that a request may ask for (inferred). */
  requestTimeoutMs: 3_600_000,
  /** Seconds that an answer is kept: section 6.3. The least is not forced on a request (seed). */
  cacheTtl: { min: 60, max: 2_592_000 },
  /** Seconds that an answer under a key of its own is kept by a gateway that does not cache. */
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
  /** Log entries that a gateway keeps. */
  logManagement: { min: 10_000, max: 10_000_000 },
  logpushPublicKey: { min: 16, max: 1024 },
  otelTargets: 5,
  spendRules: 20,
  /** Cents of a top-up, and of the balance that has an account top up by itself: the client's types. */
  topUp: { least: 1000, leastThreshold: 500 },
  /** Cents of a spending limit of an account, which nobody gets any more: the client's types. */
  spendingLimit: 100,
  /** Characters of the headers of a custom provider: types of the platform's client. */
  customProviderHeaders: 8192,
  /** Requests of unified billing per gateway, and the seconds in which they count: section 6.5. */
  unifiedBilling: { requests: 200, seconds: 60 },
  /** Characters of both bodies that a log entry shows, and the longest body that is kept (inferred). */
  logHead: 2048,
  logBody: 65_536,
  /** Characters of all bodies that the log of a gateway keeps; those of the oldest entries go first (ours). */
  logBodies: 16_000_000,
  /** Log entries that a gateway keeps, the newest ones, where nobody says how many (inferred). */
  logsDefault: 10_000,
  /** Milliseconds in which a log entry is there: section 6.6. */
  logVisibleMs: 2000,
  /** Versions and names of dynamic routes (inferred). */
  routeName: 64,
  routeElements: 100,
  /** Requests of one universal request (inferred). */
  universalSteps: 20,
} as const;

/** The gateway that is made when it is first used: section 6.7. */
export const defaultGatewayId = 'default';

/**
 * The host of gateways: Cloudflare docs, AI Gateway universal endpoint. A mock has it below a path of its
 * API.
 */
export const gatewayHost = { name: 'gateway.ai.cloudflare.com', path: '/gateway' } as const;
