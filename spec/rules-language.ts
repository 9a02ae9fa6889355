// Long: data, a line for each field and function of the language.
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

/** A field that differs from the rest of its group. */
interface Field {
  readonly type: TypeName;
  /** Value without a signal; left out, it is that of the type. */
  readonly default?: Signal;
  /** The field with the same value, of which this is another name. */
  readonly same?: string;
  /** Whether a signal can replace the value of the request. */
  readonly settable?: true;
}

/** Fields with the same source. */
interface FieldGroup {
  readonly title: string;
  /** A source of `spec/sources.ts`. */
  readonly source: string;
  readonly certainty: Certainty;
  /** Where the values come from. Those of `signals` have a default that a test can replace. */
  readonly from: 'the request' | 'the zone' | 'tokens' | 'signals';
  /** Where the fields are available; by default everywhere. */
  readonly places?: readonly RulePlace[];
  readonly fields: Readonly<Record<string, TypeName | Field>>;
}

/** Another name of a field. */
const alias = (type: TypeName, same: string): Field => ({ type, same });

const reference = { source: 'Cloudflare docs, Rules language fields', certainty: 'documented' } as const;
const headerFields = {
  source: 'Cloudflare docs, Request Header Transform Rules fields',
  certainty: 'documented',
} as const;

const transforms = [
  'url_rewrite',
  'request_header_transform',
  'response_header_transform',
] as const satisfies readonly RulePlace[];

/** Every kind but rules on tokens, which belong to one zone. */
const rulesets = rulePlaces.filter((place) => place !== 'token_rules');

/** The three fields of a claim, by the type of its values. */
const claim = (name: string, values: 'String' | 'Integer') => ({
  [`http.request.jwt.claims.${name}`]: `Map<Array<${values}>>` as const,
  [`http.request.jwt.claims.${name}.names`]: 'Array<String>' as const,
  [`http.request.jwt.claims.${name}.values`]: `Array<${values}>` as const,
});

/**
 * The fields of a request that the language knows, with their types. Fields of responses and packets are not here: the
 * mock stores their rules and evaluates none.
 */
export const fieldGroups: readonly FieldGroup[] = [
  {
    title: 'Request',
    ...reference,
    from: 'the request',
    fields: {
      'http.cookie': 'String',
      'http.host': 'String',
      'http.referer': 'String',
      'http.user_agent': 'String',
      'http.x_forwarded_for': 'String',
      'http.request.cookies': 'Map<Array<String>>',
      'http.request.full_uri': 'String',
      'http.request.headers': 'Map<Array<String>>',
      'http.request.headers.names': 'Array<String>',
      'http.request.headers.values': 'Array<String>',
      'http.request.headers.truncated': 'Boolean',
      'http.request.method': 'String',
      'http.request.timestamp.sec': 'Integer',
      'http.request.timestamp.msec': 'Integer',
      'http.request.uri': 'String',
      'http.request.uri.args': 'Map<Array<String>>',
      'http.request.uri.args.names': 'Array<String>',
      'http.request.uri.args.values': 'Array<String>',
      'http.request.uri.path': 'String',
      'http.request.uri.path.extension': 'String',
      'http.request.uri.query': 'String',
      'http.request.version': 'String',
      'cf.edge.server_port': 'Integer',
      'cf.random_seed': 'Bytes',
      'cf.ray_id': 'String',
      'ip.src': { type: 'IP', settable: true },
      ssl: { type: 'Boolean', settable: true },
    },
  },
  {
    title: 'Languages of the request',
    ...reference,
    from: 'the request',
    places: transforms,
    fields: { 'http.request.accepted_languages': 'Array<String>' },
  },
  {
    title: 'Body',
    ...reference,
    from: 'the request',
    fields: {
      'http.request.body.form': 'Map<Array<String>>',
      'http.request.body.form.names': 'Array<String>',
      'http.request.body.form.values': 'Array<String>',
      'http.request.body.mime': 'String',
      'http.request.body.multipart': 'Map<Array<String>>',
      'http.request.body.multipart.content_dispositions': 'Array<Array<String>>',
      'http.request.body.multipart.content_transfer_encodings': 'Array<Array<String>>',
      'http.request.body.multipart.content_types': 'Array<Array<String>>',
      'http.request.body.multipart.filenames': 'Array<Array<String>>',
      'http.request.body.multipart.names': 'Array<Array<String>>',
      'http.request.body.multipart.values': 'Array<String>',
      'http.request.body.raw': 'String',
      'http.request.body.size': 'Integer',
      'http.request.body.truncated': 'Boolean',
    },
  },
  {
    title: 'Request line as sent',
    ...reference,
    from: 'the request',
    fields: {
      'raw.http.request.full_uri': 'String',
      'raw.http.request.uri': 'String',
      'raw.http.request.uri.args': 'Map<Array<String>>',
      'raw.http.request.uri.args.names': 'Array<String>',
      'raw.http.request.uri.args.values': 'Array<String>',
      'raw.http.request.uri.path': 'String',
      'raw.http.request.uri.path.extension': 'String',
      'raw.http.request.uri.query': 'String',
    },
  },
  {
    title: 'Headers as sent',
    ...headerFields,
    from: 'the request',
    fields: {
      'raw.http.request.headers': 'Map<Array<String>>',
      'raw.http.request.headers.names': 'Array<String>',
      'raw.http.request.headers.values': 'Array<String>',
    },
  },
  {
    title: 'Further raw fields',
    source: reference.source,
    certainty: 'inferred',
    from: 'the request',
    fields: {
      'raw.http.request.cookies': 'Map<Array<String>>',
      'raw.http.request.headers.truncated': 'Boolean',
      'raw.http.request.method': 'String',
      'raw.http.request.version': 'String',
    },
  },
  {
    title: 'Claims of verified tokens',
    ...reference,
    from: 'tokens',
    places: ['custom_rules', 'rate_limiting', 'request_header_transform'],
    fields: {
      'http.request.jwt.claims': 'Map<Array<String>>',
      ...claim('aud', 'String'),
      ...claim('iss', 'String'),
      ...claim('sub', 'String'),
      ...claim('jti', 'String'),
      ...claim('iat.sec', 'Integer'),
      ...claim('nbf.sec', 'Integer'),
    },
  },
  {
    title: 'Zone',
    source: 'Cloudflare docs, Deploy a custom ruleset',
    certainty: 'documented',
    from: 'the zone',
    places: rulesets,
    fields: { 'cf.zone.name': 'String', 'cf.zone.plan': 'String' },
  },
  {
    title: 'Hostname and operation',
    ...reference,
    from: 'the zone',
    fields: { 'cf.api_gateway.fallthrough_detected': 'Boolean', 'cf.hostname.metadata': 'String' },
  },
  {
    title: 'Location and network',
    ...reference,
    from: 'signals',
    fields: {
      'ip.src.asnum': 'Integer',
      'ip.src.city': 'String',
      'ip.src.continent': 'String',
      'ip.src.country': 'String',
      'ip.src.is_in_european_union': 'Boolean',
      'ip.src.lat': 'String',
      'ip.src.lon': 'String',
      'ip.src.metro_code': 'String',
      'ip.src.postal_code': 'String',
      'ip.src.region': 'String',
      'ip.src.region_code': 'String',
      'ip.src.subdivision_1_iso_code': 'String',
      'ip.src.subdivision_2_iso_code': 'String',
      'ip.src.timezone.name': 'String',
      'ip.geoip.asnum': alias('Integer', 'ip.src.asnum'),
      'ip.geoip.continent': alias('String', 'ip.src.continent'),
      'ip.geoip.country': alias('String', 'ip.src.country'),
      'ip.geoip.is_in_european_union': alias('Boolean', 'ip.src.is_in_european_union'),
      'ip.geoip.subdivision_1_iso_code': alias('String', 'ip.src.subdivision_1_iso_code'),
      'ip.geoip.subdivision_2_iso_code': alias('String', 'ip.src.subdivision_2_iso_code'),
      'cf.edge.client_tcp': { type: 'Boolean', default: true },
      'cf.edge.l4.delivery_rate': 'Integer',
      'cf.edge.server_ip': { type: 'IP', default: '127.0.0.1' },
      'cf.timings.client_quic_rtt_msec': 'Integer',
      'cf.timings.client_tcp_rtt_msec': 'Integer',
      'cf.timings.edge_msec': 'Integer',
      'cf.timings.origin_ttfb_msec': 'Integer',
      'cf.timings.worker_msec': 'Integer',
      'cf.worker.upstream_zone': 'String',
    },
  },
  {
    title: 'Bots',
    ...reference,
    from: 'signals',
    fields: {
      'cf.bot_management.corporate_proxy': 'Boolean',
      'cf.bot_management.detection_ids': 'Array<Integer>',
      'cf.bot_management.ja3_hash': 'String',
      'cf.bot_management.ja4': 'String',
      'cf.bot_management.js_detection.passed': 'Boolean',
      // Inferred: as for a person. A lower one would set off the usual rules against bots.
      'cf.bot_management.score': { type: 'Integer', default: 99 },
      'cf.bot_management.signed_agent': 'Boolean',
      'cf.bot_management.static_resource': 'Boolean',
      'cf.bot_management.verified_bot': alias('Boolean', 'cf.client.bot'),
      'cf.client.bot': 'Boolean',
      'cf.verified_bot_category': 'String',
    },
  },
  {
    title: 'Attacks, uploads and credentials',
    ...reference,
    from: 'signals',
    fields: {
      'cf.api_gateway.auth_id_present': 'Boolean',
      'cf.api_gateway.request_violates_schema': 'Boolean',
      'cf.appsec.request.failed_detections': 'Array<String>',
      'cf.schema_validation.learned.violated': 'Boolean',
      'cf.schema_validation.uploaded.violated': 'Boolean',
      'cf.threat_score': 'Integer',
      'cf.waf.auth_detected': 'Boolean',
      'cf.waf.content_scan.has_failed': 'Boolean',
      'cf.waf.content_scan.has_malicious_obj': 'Boolean',
      'cf.waf.content_scan.has_obj': 'Boolean',
      'cf.waf.content_scan.num_malicious_obj': 'Integer',
      'cf.waf.content_scan.num_obj': 'Integer',
      'cf.waf.content_scan.obj_results': 'Array<String>',
      'cf.waf.content_scan.obj_sizes': 'Array<Integer>',
      'cf.waf.content_scan.obj_types': 'Array<String>',
      'cf.waf.credential_check.password_leaked': 'Boolean',
      'cf.waf.credential_check.username_and_password_leaked': 'Boolean',
      'cf.waf.credential_check.username_leaked': 'Boolean',
      'cf.waf.credential_check.username_password_similar': 'Boolean',
      // 100 stands for a request without a score.
      'cf.waf.score': { type: 'Integer', default: 100 },
      'cf.waf.score.class': 'String',
      'cf.waf.score.rce': { type: 'Integer', default: 100 },
      'cf.waf.score.sqli': { type: 'Integer', default: 100 },
      'cf.waf.score.xss': { type: 'Integer', default: 100 },
      'cf.waf.signature.request.categories': 'Array<String>',
      'cf.waf.signature.request.confidence': 'Array<String>',
      'cf.waf.signature.request.refs': 'Array<String>',
    },
  },
  {
    title: 'Prompts for models',
    ...reference,
    from: 'signals',
    fields: {
      'cf.llm.prompt.custom_topic_categories': 'Map<Integer>',
      'cf.llm.prompt.detected': 'Boolean',
      'cf.llm.prompt.injection_score': { type: 'Integer', default: 100 },
      'cf.llm.prompt.pii_categories': 'Array<String>',
      'cf.llm.prompt.pii_detected': 'Boolean',
      'cf.llm.prompt.token_count': 'Integer',
      'cf.llm.prompt.unsafe_topic_categories': 'Array<String>',
      'cf.llm.prompt.unsafe_topic_detected': 'Boolean',
    },
  },
  {
    title: 'TLS and client certificates',
    ...reference,
    from: 'signals',
    fields: {
      'cf.tls_cipher': 'String',
      'cf.tls_ciphers_sha1': 'String',
      'cf.tls_client_auth.cert_chain_rfc9440': 'String',
      'cf.tls_client_auth.cert_chain_rfc9440_too_large': 'Boolean',
      'cf.tls_client_auth.cert_fingerprint_sha1': 'String',
      'cf.tls_client_auth.cert_fingerprint_sha256': 'String',
      'cf.tls_client_auth.cert_issuer_dn': 'String',
      'cf.tls_client_auth.cert_issuer_dn_legacy': 'String',
      'cf.tls_client_auth.cert_issuer_dn_rfc2253': 'String',
      'cf.tls_client_auth.cert_issuer_serial': 'String',
      'cf.tls_client_auth.cert_issuer_ski': 'String',
      'cf.tls_client_auth.cert_not_after': 'String',
      'cf.tls_client_auth.cert_not_before': 'String',
      'cf.tls_client_auth.cert_presented': 'Boolean',
      'cf.tls_client_auth.cert_revoked': 'Boolean',
      'cf.tls_client_auth.cert_rfc9440': 'String',
      'cf.tls_client_auth.cert_rfc9440_too_large': 'Boolean',
      'cf.tls_client_auth.cert_serial': 'String',
      'cf.tls_client_auth.cert_ski': 'String',
      'cf.tls_client_auth.cert_subject_dn': 'String',
      'cf.tls_client_auth.cert_subject_dn_legacy': 'String',
      'cf.tls_client_auth.cert_subject_dn_rfc2253': 'String',
      'cf.tls_client_auth.cert_verified': 'Boolean',
      'cf.tls_client_extensions_sha1': 'String',
      'cf.tls_client_extensions_sha1_le': 'String',
      'cf.tls_client_hello_length': 'Integer',
      'cf.tls_client_random': 'String',
      'cf.tls_version': 'String',
    },
  },
  {
    title: 'Sequences of requests',
    source: 'Cloudflare docs, Sequence rules',
    certainty: 'documented',
    from: 'signals',
    places: ['custom_rules', 'rate_limiting', 'redirect', 'request_header_transform'],
    fields: {
      'cf.sequence.current_op': 'String',
      'cf.sequence.msec_since_op': 'Map<Integer>',
      'cf.sequence.previous_ops': 'Array<String>',
    },
  },
  {
    title: 'Fields whose type is not documented',
    source: headerFields.source,
    certainty: 'inferred',
    from: 'signals',
    fields: {
      'cf.bot_detection.js_check_score': 'Integer',
      'cf.edge.client_port': 'Integer',
      'cf.metal.id': 'String',
      'cf.tls_client_ciphers_sha1': alias('String', 'cf.tls_ciphers_sha1'),
    },
  },
];

/** A field with what its group says about it. */
export interface FieldFacts extends Field, Omit<FieldGroup, 'fields'> {}

/** Every field, by name. */
export const allFields: ReadonlyMap<string, FieldFacts> = new Map(
  fieldGroups.flatMap(({ fields, ...group }) =>
    Object.entries(fields).map(([name, field]): [string, FieldFacts] => [
      name,
      { ...group, ...(typeof field === 'string' ? { type: field } : field) },
    ]),
  ),
);

/** The name under which the value of a field is kept: that of another field if this is only a name of it. */
export function getOwnName(name: string): string {
  return allFields.get(name)?.same ?? name;
}

/** The value of a signal field without a signal. */
export function getDefault({ type, default: own }: Pick<FieldFacts, 'type' | 'default'>): Signal {
  if (own !== undefined) return own;
  if (type.startsWith('Array')) return [];
  if (type.startsWith('Map')) return {};
  return type === 'Boolean' ? false : type === 'Integer' ? 0 : '';
}

/** A function: its parameters and result, and where it is available. */
interface LanguageFunction {
  /** `?` marks an optional parameter, `...` any number of further ones. */
  readonly signature: `(${string}): ${string}`;
  /** By default everywhere. */
  readonly places?: readonly RulePlace[];
}

const firewall = ['custom_rules', 'rate_limiting'] as const satisfies readonly RulePlace[];
const headers = transforms.slice(1);

/** The functions of the language: Cloudflare docs, Rules language functions. */
export const functions: Readonly<Record<string, LanguageFunction>> = {
  all: { signature: '(Array<Boolean>): Boolean' },
  any: { signature: '(Array<Boolean>): Boolean' },
  cidr: { signature: '(IP, Integer, Integer): IP', places: firewall },
  cidr6: { signature: '(IP, Integer): IP', places: firewall },
  concat: { signature: '(String | Bytes | Array, String | Bytes | Array, ...): String | Array' },
  decode_base64: { signature: '(String): String', places: [...firewall, ...transforms] },
  encode_base64: { signature: '(String | Bytes, String?): String', places: headers },
  ends_with: { signature: '(String, String): Boolean' },
  has_key: { signature: '(Map, String): Boolean' },
  has_value: { signature: '(Map | Array, String): Boolean' },
  is_timed_hmac_valid_v0: {
    signature: '(String, String, Integer, Integer, Integer?, String?): Boolean',
    places: firewall,
  },
  join: {
    signature: '(Array<String>, String): String',
    places: ['custom_rules', 'custom_errors', ...transforms],
  },
  len: { signature: '(String | Bytes | Array): Integer' },
  lookup_json_integer: { signature: '(String, String | Integer, ...): Integer' },
  lookup_json_string: { signature: '(String, String | Integer, ...): String' },
  lower: { signature: '(String): String' },
  regex_replace: { signature: '(String, String, String): String', places: ['redirect', ...transforms] },
  remove_bytes: { signature: '(Bytes, Bytes): Bytes', places: ['redirect', ...firewall, ...transforms] },
  remove_query_args: { signature: '(String, String, ...): String', places: transforms },
  sha256: { signature: '(String | Bytes): Bytes', places: headers },
  split: {
    signature: '(String, String, Integer): Array<String>',
    places: ['response_header_transform', 'custom_errors'],
  },
  starts_with: { signature: '(String, String): Boolean' },
  substring: { signature: '(String | Bytes, Integer, Integer?): String' },
  to_string: { signature: '(Integer | Boolean | IP): String', places: ['redirect', ...transforms] },
  upper: { signature: '(String): String' },
  url_decode: { signature: '(String, String?): String' },
  uuidv4: { signature: '(Bytes): String', places: transforms },
  wildcard_replace: {
    signature: '(Bytes, Bytes, Bytes, Bytes?): String',
    places: ['url_rewrite', 'redirect'],
  },
  is_jwt_present: { signature: '(String): Boolean', places: ['token_rules'] },
  is_jwt_valid: { signature: '(String): Boolean', places: ['token_rules'] },
};

/** Source and certainty of a function. */
export function getFunctionOrigin(name: string): { readonly source: string; readonly certainty: Certainty } {
  return name.startsWith('is_jwt_')
    ? { source: 'token-validation.md: Expression rules', certainty: 'seed' }
    : { source: 'Cloudflare docs, Rules language functions', certainty: 'documented' };
}
