/**
 * The seeded world: fixed, so that examples, tests and target files can refer to it. Tokens have the platform's format
 * but are valid nowhere else.
 */
export const worldDefaults = {
  accountId: '01a7362d577a6c3019a474fd6f485823',
  accountName: 'Touchstone',
  zoneId: '023e105f4ecef8ad9ca31a8372d0c353',
  zoneName: 'example.localhost',
  /** Every permission, on every account and zone. */
  apiToken: 'touchstone-full-access-token-0000000001',
  /** The read-only permissions. */
  readToken: 'touchstone-read-only-token-000000000002',
  /** Only the permissions of the AI gateway. */
  gatewayToken: 'touchstone-gateway-only-token-000000003',
  email: 'user@example.localhost',
  apiKey: 'c2547eb745079dac9320b638f5e225cf483cc',
  /** The `X-Custom-Auth-Key` of the object-storage example. */
  authKeySecret: 'touchstone-auth-key-secret-000000000004',
  /** A key that anyone may read there. */
  allowedKey: 'cat-pic.jpg',
} as const;

/** The ids and credentials of a mock, by default those of {@link worldDefaults}. */
export type Defaults = Readonly<Record<keyof typeof worldDefaults, string>>;

/** The credentials of a mock. */
export type Secrets = Pick<Defaults, 'apiToken' | 'readToken' | 'gatewayToken' | 'apiKey' | 'authKeySecret'>;
