/** Sizes of keys that verification takes: seed token-validation, JSON Web Key and Limits. */
export const joseLimits = {
  /** Bits of an RSA modulus. */
  rsaBits: [2048, 3072, 4096],
  /** Fewest decoded bytes of an HMAC secret. */
  hmacBytes: { HS256: 32, HS384: 48, HS512: 64 },
} as const;
