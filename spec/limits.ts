/** Limits that hold for every operation of the v4 API. */
export const v4Limits = {
  /** Largest JSON body in bytes (inferred: the platform names none). */
  bodyBytes: 10 * 1024 * 1024,
  /** Objects and lists of a JSON body that stand in one another (inferred). */
  jsonDepth: 512,
  /** Bounds and default of `per_page`: Cloudflare API reference, Token validation. */
  perPageMin: 5,
  perPageMax: 50,
  perPageDefault: 20,
  /** API requests allowed in one window, and its length in seconds: Cloudflare docs, API rate limits. */
  rateQuota: 1200,
  rateWindowSeconds: 300,
} as const;

/** Bounds of a server (inferred). */
export const serverLimits = {
  /** Milliseconds in which the head of a request has to come: Node's own. */
  headMs: 60_000,
  /** Milliseconds between two looks for heads that are late. */
  headCheckMs: 5_000,
} as const;

/** Bounds of what the edge reads of requests and of origins, where the conversion to Markdown needs them (all inferred). */
export const edgeLimits = {
  /** Media ranges of an `Accept` that are looked at; those behind them are as if they were not there. */
  mediaRanges: 256,
  /** Content codings of an answer that are undone, one over the other; more are as an unknown one. */
  contentCodings: 5,
  /** Bytes of a coded page before anything is undone: twice what a page may have decoded. */
  codedBytes: 12_582_912,
  /** Bytes of the window of a `zstd` frame: RFC 9659. */
  zstdWindowBytes: 8_388_608,
  /** Bytes of window that all frames and blocks of one `zstd` body may move together. */
  zstdWindowWork: 17_179_869_184,
  /** Seconds after which a client may try again what the platform failed at. */
  retryAfterSeconds: 60,
} as const;
