import type { Certainty } from './certainty.ts';

/** A kind of rule with fields and functions of its own. */
export const rulePlaces = [
  'custom_rules',
  'rate_limiting',
  'token_rules',
  'configuration_rules',
  'url_rewrite',
  'request_header_transform',
  'response_header_transform',
  'redirect',
  'custom_errors',
] as const;

export type RulePlace = (typeof rulePlaces)[number];

type ScalarName = 'Boolean' | 'Bytes' | 'Integer' | 'IP' | 'String';

/** A type of the language as the documentation writes it. */
export type TypeName =
  | ScalarName
  | `Array<${ScalarName | `Array<${ScalarName}>`}>`
  | `Map<${ScalarName | `Array<${ScalarName}>`}>`;

/** A value of a field that no request carries, as a test sets it. */
export type Signal = string | number | boolean | (string | number)[] | Record<string, number>;

/** Where a value comes from. A field from signals has a default, which a test can replace. */
type Origin = 'the request' | 'the request, or from signals' | 'the zone' | 'tokens' | 'signals';

/** What fields of one source have in common. */
interface Group {
  readonly title: string;
  /** A source of `spec/sources.ts`. */
  readonly source: string;
  readonly certainty: Certainty;
  readonly from: Origin;
  /** Where the fields are available; by default everywhere. */
  readonly places?: readonly RulePlace[];
}

interface FieldGroup extends Group {
  /** Names by type, separated by white space. */
  readonly fields: Readonly<Partial<Record<TypeName, string>>>;
  /** Values without a signal; those left out are empty, as their type says. */
  readonly defaults?: Readonly<Record<string, Signal>>;
  /** Other names of fields of this group. */
  readonly aliases?: Readonly<Record<string, string>>;
}

const reference = { source: 'Cloudflare docs, Rules language fields', certainty: 'documented' } as const;
const request = { ...reference, from: 'the request' } as const;
const signals = { ...reference, from: 'signals' } as const;
const headerFields = 'Cloudflare docs, Request Header Transform Rules fields';

const firewall = ['custom_rules', 'rate_limiting'] as const satisfies readonly RulePlace[];
const headers = [
  'request_header_transform',
  'response_header_transform',
] as const satisfies readonly RulePlace[];
const transforms = ['url_rewrite', ...headers] as const satisfies readonly RulePlace[];

/**
 * The fields of a request that the language knows. Fields of responses and packets are not here: the mock stores their
 * rules and evaluates none.
 */
const fieldGroups: readonly FieldGroup[] = [
  {
    title: 'Request',
    ...request,
    fields: {
      'Array<String>': `http.request.headers.names http.request.headers.values http.request.uri.args.names
        http.request.uri.args.values`,
      Boolean: 'http.request.headers.truncated',
      Bytes: 'cf.random_seed',
      Integer: 'cf.edge.server_port http.request.timestamp.msec http.request.timestamp.sec',
      'Map<Array<String>>': 'http.request.cookies http.request.headers http.request.uri.args',
      String: `cf.ray_id http.cookie http.host http.referer http.user_agent http.x_forwarded_for
        http.request.full_uri http.request.method http.request.uri http.request.uri.path
        http.request.uri.path.extension http.request.uri.query http.request.version`,
    },
  },
  {
    title: 'Connection',
    ...reference,
    from: 'the request, or from signals',
    fields: { Boolean: 'ssl', IP: 'ip.src' },
  },
  {
    title: 'Languages of the request',
    ...request,
    places: transforms,
    fields: { 'Array<String>': 'http.request.accepted_languages' },
  },
  {
    title: 'Body',
    ...request,
    fields: {
      'Array<Array<String>>': `http.request.body.multipart.content_dispositions
        http.request.body.multipart.content_transfer_encodings http.request.body.multipart.content_types
        http.request.body.multipart.filenames http.request.body.multipart.names`,
      'Array<String>': `http.request.body.form.names http.request.body.form.values
        http.request.body.multipart.values`,
      Boolean: 'http.request.body.truncated',
      Integer: 'http.request.body.size',
      'Map<Array<String>>': 'http.request.body.form http.request.body.multipart',
      String: 'http.request.body.mime http.request.body.raw',
    },
  },
  {
    title: 'Request line as sent',
    ...request,
    fields: {
      'Array<String>': 'raw.http.request.uri.args.names raw.http.request.uri.args.values',
      'Map<Array<String>>': 'raw.http.request.uri.args',
      String: `raw.http.request.full_uri raw.http.request.uri raw.http.request.uri.path
        raw.http.request.uri.path.extension raw.http.request.uri.query`,
    },
  },
  {
    title: 'Headers as sent',
    source: headerFields,
    certainty: 'documented',
    from: 'the request',
    fields: {
      'Array<String>': 'raw.http.request.headers.names raw.http.request.headers.values',
      'Map<Array<String>>': 'raw.http.request.headers',
    },
  },
  {
    title: 'Further raw fields',
    source: reference.source,
    certainty: 'inferred',
    from: 'the request',
    fields: {
      Boolean: 'raw.http.request.headers.truncated',
      'Map<Array<String>>': 'raw.http.request.cookies',
      String: 'raw.http.request.method raw.http.request.version',
    },
  },
  {
    title: 'Claims of verified tokens',
    ...reference,
    from: 'tokens',
    places: [...firewall, 'request_header_transform'],
    fields: {
      'Array<Integer>': 'http.request.jwt.claims.iat.sec.values http.request.jwt.claims.nbf.sec.values',
      'Array<String>': `http.request.jwt.claims.aud.names http.request.jwt.claims.aud.values
        http.request.jwt.claims.iat.sec.names http.request.jwt.claims.iss.names
        http.request.jwt.claims.iss.values http.request.jwt.claims.jti.names
        http.request.jwt.claims.jti.values http.request.jwt.claims.nbf.sec.names
        http.request.jwt.claims.sub.names http.request.jwt.claims.sub.values`,
      'Map<Array<Integer>>': 'http.request.jwt.claims.iat.sec http.request.jwt.claims.nbf.sec',
      'Map<Array<String>>': `http.request.jwt.claims http.request.jwt.claims.aud http.request.jwt.claims.iss
        http.request.jwt.claims.jti http.request.jwt.claims.sub`,
    },
  },
  {
    title: 'Zone',
    source: 'Cloudflare docs, Deploy a custom ruleset',
    certainty: 'documented',
    from: 'the zone',
    // Rules on tokens belong to one zone.
    places: rulePlaces.filter((place) => place !== 'token_rules'),
    fields: { String: 'cf.zone.name cf.zone.plan' },
  },
  {
    title: 'Hostname and operation',
    ...reference,
    from: 'the zone',
    fields: { Boolean: 'cf.api_gateway.fallthrough_detected', String: 'cf.hostname.metadata' },
  },
  {
    title: 'Location and network',
    ...signals,
    fields: {
      Boolean: 'cf.edge.client_tcp ip.src.is_in_european_union',
      Integer: `cf.edge.l4.delivery_rate cf.timings.client_quic_rtt_msec cf.timings.client_tcp_rtt_msec
        cf.timings.edge_msec cf.timings.origin_ttfb_msec cf.timings.worker_msec ip.src.asnum`,
      IP: 'cf.edge.server_ip',
      String: `cf.worker.upstream_zone ip.src.city ip.src.continent ip.src.country ip.src.lat ip.src.lon
        ip.src.metro_code ip.src.postal_code ip.src.region ip.src.region_code
        ip.src.subdivision_1_iso_code ip.src.subdivision_2_iso_code`,
    },
    defaults: { 'cf.edge.client_tcp': true, 'cf.edge.server_ip': '127.0.0.1' },
    aliases: {
      'ip.geoip.asnum': 'ip.src.asnum',
      'ip.geoip.continent': 'ip.src.continent',
      'ip.geoip.country': 'ip.src.country',
      'ip.geoip.is_in_european_union': 'ip.src.is_in_european_union',
      'ip.geoip.subdivision_1_iso_code': 'ip.src.subdivision_1_iso_code',
      'ip.geoip.subdivision_2_iso_code': 'ip.src.subdivision_2_iso_code',
    },
  },
  {
    title: 'Time zone',
    ...signals,
    places: transforms,
    fields: { String: 'ip.src.timezone.name' },
  },
  {
    title: 'Bots',
    ...signals,
    fields: {
      'Array<Integer>': 'cf.bot_management.detection_ids',
      Boolean: `cf.bot_management.corporate_proxy cf.bot_management.js_detection.passed
        cf.bot_management.signed_agent cf.bot_management.static_resource cf.client.bot`,
      Integer: 'cf.bot_management.score',
      String: 'cf.bot_management.ja3_hash cf.bot_management.ja4 cf.verified_bot_category',
    },
    // As for a person: a lower score would set off the usual rules against bots.
    defaults: { 'cf.bot_management.score': 99 },
    aliases: { 'cf.bot_management.verified_bot': 'cf.client.bot' },
  },
  {
    title: 'Attacks, uploads and credentials',
    ...signals,
    fields: {
      'Array<Integer>': 'cf.waf.content_scan.obj_sizes',
      'Array<String>': 'cf.waf.content_scan.obj_results cf.waf.content_scan.obj_types',
      Boolean: `cf.api_gateway.auth_id_present cf.api_gateway.request_violates_schema
        cf.schema_validation.learned.violated cf.schema_validation.uploaded.violated cf.waf.auth_detected
        cf.waf.content_scan.has_failed cf.waf.content_scan.has_malicious_obj cf.waf.content_scan.has_obj
        cf.waf.credential_check.password_leaked cf.waf.credential_check.username_and_password_leaked
        cf.waf.credential_check.username_leaked cf.waf.credential_check.username_password_similar`,
      Integer: `cf.threat_score cf.waf.content_scan.num_malicious_obj cf.waf.content_scan.num_obj
        cf.waf.score cf.waf.score.rce cf.waf.score.sqli cf.waf.score.xss`,
      String: 'cf.waf.score.class',
    },
    // The documented value of a request without a score.
    defaults: {
      'cf.waf.score': 100,
      'cf.waf.score.rce': 100,
      'cf.waf.score.sqli': 100,
      'cf.waf.score.xss': 100,
    },
  },
  {
    title: 'Attack signatures',
    ...signals,
    places: firewall,
    fields: {
      'Array<String>': `cf.waf.signature.request.categories cf.waf.signature.request.confidence
        cf.waf.signature.request.refs`,
    },
  },
  {
    title: 'Failed detections',
    ...signals,
    places: [...firewall, 'request_header_transform'],
    fields: { 'Array<String>': 'cf.appsec.request.failed_detections' },
  },
  {
    title: 'Prompts for models',
    ...signals,
    fields: {
      'Array<String>': 'cf.llm.prompt.pii_categories cf.llm.prompt.unsafe_topic_categories',
      Boolean: 'cf.llm.prompt.detected cf.llm.prompt.pii_detected cf.llm.prompt.unsafe_topic_detected',
      Integer: 'cf.llm.prompt.injection_score cf.llm.prompt.token_count',
      'Map<Integer>': 'cf.llm.prompt.custom_topic_categories',
    },
    // The documented value of a request without a score.
    defaults: { 'cf.llm.prompt.injection_score': 100 },
  },
  {
    title: 'TLS and client certificates',
    ...signals,
    fields: {
      Boolean: `cf.tls_client_auth.cert_chain_rfc9440_too_large cf.tls_client_auth.cert_presented
        cf.tls_client_auth.cert_revoked cf.tls_client_auth.cert_rfc9440_too_large
        cf.tls_client_auth.cert_verified`,
      Integer: 'cf.tls_client_hello_length',
      String: `cf.tls_cipher cf.tls_ciphers_sha1 cf.tls_client_auth.cert_chain_rfc9440
        cf.tls_client_auth.cert_fingerprint_sha1 cf.tls_client_auth.cert_fingerprint_sha256
        cf.tls_client_auth.cert_issuer_dn cf.tls_client_auth.cert_issuer_dn_legacy
        cf.tls_client_auth.cert_issuer_dn_rfc2253 cf.tls_client_auth.cert_issuer_serial
        cf.tls_client_auth.cert_issuer_ski cf.tls_client_auth.cert_not_after
        cf.tls_client_auth.cert_not_before cf.tls_client_auth.cert_rfc9440
        cf.tls_client_auth.cert_serial cf.tls_client_auth.cert_ski cf.tls_client_auth.cert_subject_dn
        cf.tls_client_auth.cert_subject_dn_legacy cf.tls_client_auth.cert_subject_dn_rfc2253
        cf.tls_client_extensions_sha1 cf.tls_client_extensions_sha1_le cf.tls_client_random cf.tls_version`,
    },
  },
  {
    title: 'Sequences of requests',
    source: 'Cloudflare docs, Sequence rules',
    certainty: 'documented',
    from: 'signals',
    places: [...firewall, 'request_header_transform'],
    fields: {
      'Array<String>': 'cf.sequence.previous_ops',
      'Map<Integer>': 'cf.sequence.msec_since_op',
      String: 'cf.sequence.current_op',
    },
  },
  {
    title: 'Fields whose type is not documented',
    source: headerFields,
    certainty: 'inferred',
    from: 'signals',
    fields: {
      Integer: 'cf.bot_detection.js_check_score cf.edge.client_port',
      String: 'cf.fraud.email_risk cf.metal.id cf.tls_client_ciphers_sha1',
    },
  },
];

/** A field, with what its group says about it. */
export interface FieldFacts extends Group {
  readonly name: string;
  readonly type: TypeName;
  /** Value without a signal, of a field from signals. */
  readonly default: Signal;
  /** The field of which this is another name. */
  readonly same?: string;
}

/** Every field, by name. */
export const allFields: ReadonlyMap<string, FieldFacts> = new Map(
  fieldGroups.flatMap(readGroup).map((field) => [field.name, field]),
);

function readGroup({ fields, defaults = {}, aliases = {}, ...group }: FieldGroup): FieldFacts[] {
  const own = Object.entries(fields).flatMap(([key, names]) => {
    // The keys of the table are types.
    const type = key as TypeName;
    const toField = (name: string) => ({ ...group, name, type, default: defaults[name] ?? getEmpty(type) });
    return names.split(/\s+/).map(toField);
  });
  const others = Object.entries(aliases).flatMap(([name, same]) =>
    own.filter((field) => field.name === same).map((field) => ({ ...field, name, same })),
  );
  return [...own, ...others];
}

function getEmpty(type: TypeName): Signal {
  if (type.startsWith('Array')) return [];
  if (type.startsWith('Map')) return {};
  return type === 'Boolean' ? false : type === 'Integer' ? 0 : '';
}

/** The name under which the value of a field is kept: that of another field if this is only a name of it. */
export function getOwnName(name: string): string {
  return allFields.get(name)?.same ?? name;
}

/** A function: its parameters and result, and where it is available; left out, everywhere. */
type LanguageFunction = readonly [signature: `(${string}): ${string}`, places?: readonly RulePlace[]];

/**
 * The functions of the language: Cloudflare docs, Rules language functions. In a signature, `?` marks an optional
 * parameter, `...` any number of further ones.
 */
export const functions: Readonly<Record<string, LanguageFunction>> = {
  all: ['(Array<Boolean>): Boolean'],
  any: ['(Array<Boolean>): Boolean'],
  cidr: ['(IP, Integer, Integer): IP', firewall],
  cidr6: ['(IP, Integer): IP', firewall],
  concat: ['(String | Bytes | Array, String | Bytes | Array, ...): String | Array'],
  decode_base64: ['(String): String', [...firewall, ...transforms]],
  encode_base64: ['(String | Bytes, String?): String', headers],
  ends_with: ['(String, String): Boolean'],
  has_key: ['(Map, String): Boolean'],
  has_value: ['(Map | Array, String): Boolean'],
  is_timed_hmac_valid_v0: ['(String, String, Integer, Integer, Integer?, String?): Boolean', firewall],
  join: ['(Array<String>, String): String', ['custom_rules', 'custom_errors', ...transforms]],
  len: ['(String | Bytes | Array): Integer'],
  lookup_json_integer: ['(String, String | Integer, ...): Integer'],
  lookup_json_string: ['(String, String | Integer, ...): String'],
  lower: ['(String): String'],
  regex_replace: ['(String, String, String): String', ['redirect', ...transforms]],
  remove_bytes: ['(Bytes, Bytes): Bytes', ['redirect', ...firewall, ...transforms]],
  remove_query_args: ['(String, String, ...): String', transforms],
  sha256: ['(String | Bytes): Bytes', headers],
  split: ['(String, String, Integer): Array<String>', ['response_header_transform', 'custom_errors']],
  starts_with: ['(String, String): Boolean'],
  substring: ['(String | Bytes, Integer, Integer?): String'],
  to_string: ['(Integer | Boolean | IP): String', ['redirect', ...transforms]],
  upper: ['(String): String'],
  url_decode: ['(String, String?): String'],
  uuidv4: ['(Bytes): String', transforms],
  wildcard_replace: ['(Bytes, Bytes, Bytes, Bytes?): String', ['url_rewrite', 'redirect']],
  is_jwt_present: ['(String): Boolean', ['token_rules']],
  is_jwt_valid: ['(String): Boolean', ['token_rules']],
};

/** Source and certainty of a function. */
export function getFunctionOrigin(name: string): { readonly source: string; readonly certainty: Certainty } {
  return name.startsWith('is_jwt_')
    ? { source: 'token-validation.md: Expression rules', certainty: 'seed' }
    : { source: 'Cloudflare docs, Rules language functions', certainty: 'documented' };
}
