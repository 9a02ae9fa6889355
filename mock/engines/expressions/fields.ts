import type { FieldTable } from './scheme.ts';
import { arrayOf, mapOf, type Type } from './types.ts';

const strings = arrayOf('String');
const stringsByKey = mapOf(strings);
const integersByKey = mapOf(arrayOf('Integer'));

/** Fields with a `raw.` twin: the value before any transformation. */
const transformable: FieldTable = {
  'http.request.method': 'String',
  'http.request.version': 'String',
  'http.request.full_uri': 'String',
  'http.request.uri': 'String',
  'http.request.uri.path': 'String',
  'http.request.uri.path.extension': 'String',
  'http.request.uri.query': 'String',
  'http.request.uri.args': stringsByKey,
  'http.request.uri.args.names': strings,
  'http.request.uri.args.values': strings,
  'http.request.headers': stringsByKey,
  'http.request.headers.names': strings,
  'http.request.headers.values': strings,
  'http.request.headers.truncated': 'Boolean',
  'http.request.cookies': stringsByKey,
};

function rawTwins(fields: FieldTable): FieldTable {
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]): [string, Type] => [`raw.${name}`, type]),
  );
}

/** The fields of a request (Cloudflare docs, Rules language fields). */
export const requestFields: FieldTable = {
  ...transformable,
  ...rawTwins(transformable),
  'http.host': 'String',
  'http.user_agent': 'String',
  'http.referer': 'String',
  'http.cookie': 'String',
  'http.x_forwarded_for': 'String',
  'http.request.timestamp.sec': 'Integer',
  'http.request.timestamp.msec': 'Integer',
  'http.request.body.raw': 'String',
  'http.request.body.mime': 'String',
  'http.request.body.size': 'Integer',
  'http.request.body.truncated': 'Boolean',
  'http.request.body.form': stringsByKey,
  'http.request.body.form.names': strings,
  'http.request.body.form.values': strings,
  ssl: 'Boolean',
  'ip.src': 'IP',
  'ip.src.asnum': 'Integer',
  'ip.src.lat': 'String',
  'ip.src.lon': 'String',
  'ip.src.city': 'String',
  'ip.src.continent': 'String',
  'ip.src.country': 'String',
  'ip.src.region': 'String',
  'ip.src.region_code': 'String',
  'ip.src.postal_code': 'String',
  'ip.src.metro_code': 'String',
  'ip.src.timezone.name': 'String',
  'ip.src.is_in_european_union': 'Boolean',
  'ip.src.subdivision_1_iso_code': 'String',
  'ip.src.subdivision_2_iso_code': 'String',
  'cf.waf.score': 'Integer',
  'cf.bot_management.score': 'Integer',
  'cf.threat_score': 'Integer',
  'cf.edge.server_port': 'Integer',
  'cf.random_seed': 'Bytes',
  'cf.hostname.metadata': 'String',
  'cf.tls_client_auth.cert_verified': 'Boolean',
  'cf.client.bot': 'Boolean',
  'cf.api_gateway.fallthrough_detected': 'Boolean',
  'cf.api_gateway.auth_id_present': 'Boolean',
  'cf.api_gateway.request_violates_schema': 'Boolean',
};

function claim(name: string, byKey: Type, values: Type): FieldTable {
  const field = `http.request.jwt.claims.${name}`;
  return { [field]: byKey, [`${field}.names`]: strings, [`${field}.values`]: values };
}

/**
 * The claims of verified tokens (Cloudflare docs, Rules language fields). The maps' keys are ids of token
 * configurations; `http.request.jwt.claims` has the claims set as JSON text.
 */
export const jwtClaimFields: FieldTable = {
  'http.request.jwt.claims': stringsByKey,
  ...claim('aud', stringsByKey, strings),
  ...claim('iss', stringsByKey, strings),
  ...claim('sub', stringsByKey, strings),
  ...claim('jti', stringsByKey, strings),
  ...claim('iat.sec', integersByKey, arrayOf('Integer')),
  ...claim('nbf.sec', integersByKey, arrayOf('Integer')),
};

/** The fields that a token source may read (seed token-validation, token_sources). */
export const tokenSourceFields: FieldTable = {
  'http.request.headers': stringsByKey,
  'http.request.cookies': stringsByKey,
};
