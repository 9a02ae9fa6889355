import { z } from 'zod';
import { minTlsVersions, tlsCiphers } from '../../tls-ciphers.ts';
import type { Zone } from '../zones/endpoints.ts';

export type ZonePlan = Zone['plan']['legacy_id'];

const free = ['free', 'pro', 'business', 'enterprise'] as const;
const pro = ['pro', 'business', 'enterprise'] as const;
const business = ['business', 'enterprise'] as const;
const enterprise = ['enterprise'] as const;

/**
 * Plans that can change a setting, by the lowest of them; `none` for a setting that no plan can change. Which setting
 * requires which plan is inferred, except for the conversion to Markdown.
 */
const plansFrom = { free, pro, business, enterprise, none: [] } as const satisfies Readonly<
  Record<string, readonly ZonePlan[]>
>;

/** Plans that can turn the conversion to Markdown on: seed inference-and-conversion, Limits. */
const conversionPlans: readonly ZonePlan[] = plansFrom.pro;

/**
 * Whether a zone can turn the conversion to Markdown on, by its setting or by a rule. A zone with custom hostnames can
 * on every plan: the seed includes "SaaS-zone customers".
 *
 * @example
 * mayConvert({ plan: 'free', customHostnames: 0 }); // false
 */
export function mayConvert(zone: { readonly plan: ZonePlan; readonly customHostnames: number }): boolean {
  return conversionPlans.includes(zone.plan) || zone.customHostnames > 0;
}

/** One setting of a zone: its values, its initial value, and the plans that can change it. */
export interface KnownSetting {
  readonly value: z.ZodType;
  readonly default: unknown;
  readonly plans: readonly ZonePlan[];
}

const { none } = plansFrom;

const toggle = (initial: 'on' | 'off', plans: readonly ZonePlan[] = free): KnownSetting => ({
  value: z.enum(['on', 'off']),
  default: initial,
  plans,
});

const choice = <const T extends string>(
  values: readonly [T, ...T[]],
  initial: NoInfer<T>,
  plans: readonly ZonePlan[] = free,
): KnownSetting => ({ value: z.enum(values), default: initial, plans });

const number = (
  range: { readonly min: number; readonly max: number } | readonly number[],
  initial: number,
  plans: readonly ZonePlan[] = free,
): KnownSetting => ({
  value: 'min' in range ? z.int().min(range.min).max(range.max) : z.literal([...range]),
  default: initial,
  plans,
});

const record = (value: z.ZodType, initial: unknown, plans: readonly ZonePlan[] = free): KnownSetting => ({
  value,
  default: initial,
  plans,
});

const minutes = [300, 900, 1800, 2700, 3600, 7200, 10800, 14400, 28800, 57600, 86400] as const;
const cacheTtls = [
  30, 60, 300, 1200, 1800, 3600, 7200, 10800, 14400, 18000, 28800, 43200, 57600, 72000, 86400, 172800, 259200,
  345600, 432000, 518400, 604800,
] as const;
const uploads = [
  ...Array.from({ length: 17 }, (_, index) => 100 + 25 * index),
  ...Array.from({ length: 9 }, (_, index) => 1000 + 500 * index),
];

const optimisationSchema = z.object({
  enabled: z.boolean(),
  cf: z.boolean(),
  wordpress: z.boolean(),
  wp_plugin: z.boolean(),
  hostnames: z.array(z.string()),
  cache_by_device_type: z.boolean(),
});

const securityHeaderSchema = z.object({
  strict_transport_security: z.object({
    enabled: z.boolean().optional(),
    max_age: z.int().min(0).optional(),
    include_subdomains: z.boolean().optional(),
    preload: z.boolean().optional(),
    nosniff: z.boolean().optional(),
  }),
});

/**
 * The settings of a zone by name. Names and types are those of the platform's clients (cloudflare-typescript, Zones);
 * initial values and plans are inferred, except for `content_converter`.
 */
export const knownSettings = {
  '0rtt': toggle('off'),
  advanced_ddos: toggle('on', none),
  aegis: record(
    z.object({ enabled: z.boolean().optional(), pool_id: z.string().optional() }),
    { enabled: false, pool_id: '' },
    enterprise,
  ),
  always_online: toggle('off'),
  always_use_https: toggle('off'),
  automatic_https_rewrites: toggle('on'),
  automatic_platform_optimization: record(optimisationSchema, {
    enabled: false,
    cf: false,
    wordpress: false,
    wp_plugin: false,
    hostnames: [],
    cache_by_device_type: false,
  }),
  brotli: toggle('on'),
  browser_cache_ttl: number({ min: 0, max: 31_536_000 }, 14_400),
  browser_check: toggle('on'),
  cache_level: choice(['aggressive', 'basic', 'simplified'], 'aggressive'),
  challenge_ttl: number([...minutes, 604_800, 2_592_000, 31_536_000], 1800),
  china_network_enabled: toggle('off', enterprise),
  ciphers: record(z.array(z.enum(tlsCiphers)), []),
  cname_flattening: choice(['flatten_at_root', 'flatten_all'], 'flatten_at_root', pro),
  content_converter: toggle('off', pro),
  development_mode: toggle('off'),
  early_hints: toggle('off'),
  edge_cache_ttl: number(cacheTtls, 7200),
  email_obfuscation: toggle('on'),
  fonts: toggle('off'),
  h2_prioritization: choice(['on', 'off', 'custom'], 'off', pro),
  hotlink_protection: toggle('off'),
  http2: toggle('on'),
  http3: toggle('on'),
  image_resizing: choice(['on', 'off', 'open'], 'off', pro),
  ip_geolocation: toggle('on'),
  ipv6: toggle('on'),
  max_upload: number(uploads, 100),
  min_tls_version: choice(minTlsVersions, '1.0'),
  mirage: toggle('off', pro),
  nel: record(z.object({ enabled: z.boolean().optional() }), { enabled: false }),
  opportunistic_encryption: toggle('on'),
  opportunistic_onion: toggle('on'),
  orange_to_orange: toggle('off', enterprise),
  origin_error_page_pass_thru: toggle('off', enterprise),
  origin_h2_max_streams: number({ min: 1, max: 1000 }, 200, enterprise),
  origin_max_http_version: choice(['2', '1'], '2'),
  polish: choice(['off', 'lossless', 'lossy'], 'off', pro),
  pre_render: toggle('off'),
  prefetch_preload: toggle('off', enterprise),
  privacy_pass: toggle('on'),
  proxy_read_timeout: number({ min: 1, max: 6000 }, 100, enterprise),
  pseudo_ipv4: choice(['off', 'add_header', 'overwrite_header'], 'off'),
  redirects_for_ai_training: toggle('off', pro),
  replace_insecure_js: toggle('on'),
  response_buffering: toggle('off', enterprise),
  rocket_loader: toggle('off'),
  search_for_agents: toggle('off'),
  security_header: record(securityHeaderSchema, {
    strict_transport_security: {
      enabled: false,
      max_age: 0,
      include_subdomains: false,
      preload: false,
      nosniff: false,
    },
  }),
  security_level: choice(['off', 'essentially_off', 'low', 'medium', 'high', 'under_attack'], 'medium'),
  server_side_exclude: toggle('on'),
  sha1_support: toggle('off'),
  sort_query_string_for_cache: toggle('off', enterprise),
  ssl: choice(['off', 'flexible', 'full', 'strict', 'origin_pull'], 'full'),
  tls_1_2_only: toggle('off'),
  tls_1_3: choice(['on', 'off', 'zrt'], 'on'),
  tls_client_auth: toggle('off'),
  transformations: choice(['on', 'off', 'open'], 'off'),
  transformations_allowed_origins: record(z.string(), ''),
  true_client_ip_header: toggle('off', enterprise),
  waf: toggle('off', pro),
  webmcp_enabled: toggle('off'),
  webmcp_packs: record(z.string(), ''),
  webp: toggle('off', pro),
  websockets: toggle('on'),
} as const satisfies Readonly<Record<string, KnownSetting>>;

export type SettingName = keyof typeof knownSettings;

/**
 * The setting with this name; undefined for an unknown name.
 *
 * @example
 * knownSetting('content_converter')?.default // 'off'
 */
export function knownSetting(name: string): KnownSetting | undefined {
  return Object.hasOwn(knownSettings, name) ? knownSettings[name as SettingName] : undefined;
}

/** Names of all settings, in the order of a list. */
export const settingNames = Object.keys(knownSettings) as readonly SettingName[];
