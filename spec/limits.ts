/** Limits of every operation of the v4 API. */
export const v4Limits = {
  /** Largest JSON body in bytes (inferred: the platform names none). */
  bodyBytes: 10 * 1024 * 1024,
  /** Depth of nested objects and lists in a JSON body (inferred). */
  jsonDepth: 512,
  /** Bounds and default of `per_page`: Cloudflare API reference, Token validation. */
  perPageMin: 5,
  perPageMax: 50,
  perPageDefault: 20,
  /** API requests allowed in one window, and its length in seconds: Cloudflare docs, API rate limits. */
  rateQuota: 1200,
  rateWindowSeconds: 300,
} as const;

/** Limits of a server (inferred). */
export const serverLimits = {
  /** Milliseconds for the head of a request: the default of Node. */
  headMs: 60_000,
  /** Milliseconds between two checks for late heads. */
  headCheckMs: 5_000,
  /** Seconds for which a browser may remember that a page may send a request: the most that Chromium keeps. */
  preflightSeconds: 7_200,
} as const;

/** Limits of requests and origin answers at the edge, for the conversion to Markdown (all inferred). */
export const edgeLimits = {
  /** Media ranges of an `Accept` that are read; later ones are ignored. */
  mediaRanges: 256,
  /** Nested content codings of an answer that are decoded; more count as an unknown coding. */
  contentCodings: 5,
  /** Bytes of an encoded page: twice the limit of a decoded one. */
  codedBytes: 12_582_912,
  /** Bytes of the window of a `zstd` frame: RFC 9659. */
  zstdWindowBytes: 8_388_608,
  /** Window bytes that all frames and blocks of one `zstd` body may move together. */
  zstdWindowWork: 17_179_869_184,
  /** Seconds after which a client may retry a failure of the platform. */
  retryAfterSeconds: 60,
} as const;
