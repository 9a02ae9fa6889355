import { z } from 'zod';
import { hexIdSchema, paginationQuery, timestampSchema } from '../../schema.ts';
import { secret } from '../../secret.ts';
import { minTlsVersions, tlsCiphers } from '../../tls-ciphers.ts';
import type { Zone } from '../zones/endpoints.ts';

/** The quota of custom hostnames of a zone. */
export interface HostnameQuota {
  /** Included in its plan. */
  readonly allocated: number;
  /** The number from which creations are refused. */
  readonly hard_cap: number;
}

const included: HostnameQuota = { allocated: 100, hard_cap: 50_000 };

/** Quotas by plan (inferred: their members are documented, but no numbers). */
export const hostnameQuotas: Readonly<Record<Zone['plan']['legacy_id'], HostnameQuota>> = {
  free: included,
  pro: included,
  business: included,
  enterprise: { allocated: 50_000, hard_cap: 50_000 },
};

/**
 * Plans whose zones can set metadata on hostnames (inferred: the platform grants it zone by zone and refuses the others
 * with 1413).
 */
export const metadataPlans: readonly Zone['plan']['legacy_id'][] = ['pro', 'business', 'enterprise'];

/** Limits of custom hostnames: cloudflare-typescript, Custom hostnames. */
export const customHostnameLimits = {
  /** Characters of a hostname ("256 characters or more" are refused). */
  hostname: 255,
  /** Bytes of the JSON text of the metadata ("4 KB"; 4,096 is inferred). */
  metadataBytes: 4096,
} as const;

export const customHostnameStatuses = [
  'active',
  'pending',
  'active_redeploying',
  'moved',
  'pending_deletion',
  'deleted',
  'pending_blocked',
  'pending_migration',
  'pending_provisioned',
  'test_pending',
  'test_active',
  'test_active_apex',
  'test_blocked',
  'test_failed',
  'provisioned',
  'blocked',
] as const;

export const sslStatuses = [
  'initializing',
  'pending_validation',
  'deleted',
  'pending_issuance',
  'pending_deployment',
  'pending_deletion',
  'pending_expiration',
  'expired',
  'active',
  'initializing_timed_out',
  'validation_timed_out',
  'issuance_timed_out',
  'deployment_timed_out',
  'deletion_timed_out',
  'pending_cleanup',
  'staging_deployment',
  'staging_active',
  'deactivating',
  'inactive',
  'backup_issued',
  'holding_deployment',
] as const;

const certificateAuthorities = ['digicert', 'google', 'lets_encrypt', 'ssl_com'] as const;
const bundleMethods = ['ubiquitous', 'optimal', 'force'] as const;
const validationMethods = ['http', 'txt', 'email'] as const;

const switchSchema = z.enum(['on', 'off']);

const sslSettingsSchema = z.object({
  http2: switchSchema.optional(),
  tls_1_2_only: switchSchema.optional(),
  tls_1_3: switchSchema.optional(),
  min_tls_version: z.enum(minTlsVersions).optional(),
  early_hints: switchSchema.optional(),
  ciphers: z.array(z.enum(tlsCiphers)).optional(),
});

const recordSchema = z.object({
  cname: z.string().optional(),
  cname_target: z.string().optional(),
  emails: z.array(z.string()).optional(),
  http_body: z.string().optional(),
  http_url: z.string().optional(),
  status: z.string().optional(),
  txt_name: z.string().optional(),
  txt_value: z.string().optional(),
});

/** The certificate of a custom hostname in answers, which never have a private key. */
export const customHostnameSslSchema = z.object({
  id: z.string(),
  status: z.enum(sslStatuses),
  method: z.enum(validationMethods).optional(),
  type: z.literal('dv').optional(),
  bundle_method: z.enum(bundleMethods).optional(),
  certificate_authority: z.enum(certificateAuthorities).optional(),
  wildcard: z.boolean().optional(),
  settings: sslSettingsSchema.optional(),
  hosts: z.array(z.string()).optional(),
  issuer: z.string().optional(),
  serial_number: z.string().optional(),
  signature: z.string().optional(),
  uploaded_on: timestampSchema.optional(),
  expires_on: timestampSchema.optional(),
  custom_certificate: z.string().optional(),
  custom_csr_id: z.string().optional(),
  validation_errors: z.array(z.object({ message: z.string() })).optional(),
  validation_records: z.array(recordSchema).optional(),
  dcv_delegation_records: z.array(recordSchema).optional(),
});

/** Settings of one customer, by name; any JSON value, though `lookup_json_string` finds only strings. */
const customMetadataSchema = z.record(z.string(), z.unknown());

/** A custom hostname in answers. */
export const customHostnameSchema = z.object({
  id: z.string(),
  hostname: z.string(),
  status: z.enum(customHostnameStatuses).optional(),
  ssl: customHostnameSslSchema.optional(),
  custom_metadata: customMetadataSchema.optional(),
  custom_origin_server: z.string().optional(),
  custom_origin_sni: z.string().optional(),
  ownership_verification: z
    .object({ type: z.literal('txt'), name: z.string(), value: z.string() })
    .optional(),
  ownership_verification_http: z.object({ http_url: z.string(), http_body: z.string() }).optional(),
  verification_errors: z.array(z.string()).optional(),
  created_at: timestampSchema.optional(),
});

export type CustomHostname = z.infer<typeof customHostnameSchema>;
export type CustomHostnameSsl = z.infer<typeof customHostnameSslSchema>;

/** The certificate settings of a request. */
const sslInputSchema = z.object({
  bundle_method: z.enum(bundleMethods).optional(),
  certificate_authority: z.enum(certificateAuthorities).optional(),
  cloudflare_branding: z.boolean().optional(),
  custom_cert_bundle: z
    .array(z.object({ custom_certificate: z.string(), custom_key: secret(z.string()) }))
    .min(1)
    .max(2)
    .optional(),
  custom_certificate: z.string().optional(),
  custom_csr_id: z.string().optional(),
  custom_key: secret(z.string()).optional(),
  method: z.enum(validationMethods).optional(),
  settings: sslSettingsSchema.optional(),
  type: z.literal('dv').optional(),
  wildcard: z.boolean().optional(),
});

export type SslInput = z.output<typeof sslInputSchema>;

const changeable = {
  /** Absent or null, the hostname has no certificate. */
  ssl: sslInputSchema.nullish(),
  /** Null removes it. */
  custom_metadata: customMetadataSchema.nullish(),
  custom_origin_server: z.string().nullish(),
  custom_origin_sni: z.string().nullish(),
};

export const zoneParams = z.object({ zone_id: hexIdSchema });
export const customHostnameParams = zoneParams.extend({
  custom_hostname_id: z.string().meta({ example: '0d89c70d-ad9f-4843-b99f-6cc0252067e9' }),
});

export const customHostnameCreateBody = z.object({ hostname: z.string(), ...changeable });
export const customHostnameEditBody = z.object({ hostname: z.string().optional(), ...changeable });

/** Filters of the list. The forms of `hostname` and `id` exclude each other. */
export const customHostnameListQuery = z.object({
  id: z.string().optional(),
  hostname: z.string().optional(),
  'hostname.exact': z.string().optional(),
  'hostname.contain': z.string().optional(),
  'hostname.startsWith': z.string().optional(),
  hostname_status: z.enum(customHostnameStatuses).optional(),
  ssl: z.enum(['0', '1']).optional(),
  ssl_status: z.enum(sslStatuses).optional(),
  certificate_authority: z.enum(certificateAuthorities).optional(),
  custom_origin_server: z.string().optional(),
  wildcard: z.enum(['true', 'false']).optional(),
  order: z.enum(['ssl', 'ssl_status']).optional(),
  direction: z.enum(['asc', 'desc']).optional(),
  ...paginationQuery,
});

export const customHostnameQuotaSchema = z.object({
  allocated: z.int(),
  exceeded: z.boolean(),
  hard_cap: z.int(),
  used: z.int(),
});
