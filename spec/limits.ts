/** Limits that hold for every operation of the v4 API. */
export const v4Limits = {
  /** Largest JSON body in bytes (inferred: the platform names none). */
  bodyBytes: 10 * 1024 * 1024,
  /** Bounds and default of `per_page`: fact sheet token-validation, section 1.6. */
  perPageMin: 5,
  perPageMax: 50,
  perPageDefault: 20,
  /** API requests allowed in one window, and its length in seconds: fact sheet, section 4.3. */
  rateQuota: 1200,
  rateWindowSeconds: 300,
} as const;
