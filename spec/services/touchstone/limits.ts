/** Limits of the admin API. */
export const touchstoneLimits = {
  /** Newest requests that the journal keeps. */
  journalEntries: 10_000,
  /** Characters of a URL, and of a request or response body, that the journal keeps. */
  journalBodyCharacters: 16_384,
  /** Default limit in bytes of all requests of the journal. */
  journalBytes: 67_108_864,
  /** Newest security events that a zone keeps. */
  eventsPerZone: 10_000,
  /** Active model replies. */
  modelReplies: 1_000,
  /** Newest webhooks that the inbox keeps, each with its body. */
  webhookDeliveries: 100,
  /** Bytes of a request body that rules read (inferred: the platform's number depends on the plan). */
  inspectedBodyBytes: 131_072,
} as const;

/**
 * Request header of the API and of Git; `off` leaves the request out of the journal, of the log of `serve` and of the
 * list of renderings, and keeps faults off it. In an answer of the API, the id of its journal entry.
 */
export const journalHeader = 'touchstone-journal';
