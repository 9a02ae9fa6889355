import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import type { Zone } from '../../spec/services/zones/endpoints.ts';
import { parseIpAddress, type Value } from '../engines/expressions/index.ts';
import { normalizePath } from '../engines/uri/normalize-path.ts';
import { type Part, splitMultipart } from './multipart.ts';
import { groupPairs, splitPairs } from './pairs.ts';
import type { TokenVerdicts } from './token-check.ts';
import type { ZoneRequest } from './zone-request.ts';

/** The source of a request's fields. */
export interface RequestFacts {
  readonly request: ZoneRequest;
  readonly zone: Zone;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly verdicts: TokenVerdicts;
  readonly ray: string;
  /** The saved operation of the request. */
  readonly operation: Operation | undefined;
  /** The metadata of the request's custom hostname, as JSON text. */
  readonly hostnameMetadata: string | undefined;
}

/** Reads one field; `undefined` when the request lacks it. */
export type Field = (facts: RequestFacts) => Value | undefined;

/** Fields by name. */
export type Fields = Readonly<Record<string, Field>>;

/** The fields that have a `raw.` twin, which reads the path of the request line. */
function transformable(getPath: (request: ZoneRequest) => string): Fields {
  const getUri = (request: ZoneRequest) =>
    request.query === '' ? getPath(request) : `${getPath(request)}?${request.query}`;
  return {
    'http.request.method': ({ request }) => request.method,
    'http.request.version': () => 'HTTP/1.1',
    'http.request.full_uri': ({ request }) =>
      `${request.secure ? 'https' : 'http'}://${request.host}${getUri(request)}`,
    'http.request.uri': ({ request }) => getUri(request),
    'http.request.uri.path': ({ request }) => getPath(request),
    'http.request.uri.path.extension': ({ request }) => extension(getPath(request)),
    'http.request.uri.query': ({ request }) => request.query,
    'http.request.uri.args': ({ request }) => groupPairs(splitPairs(request.query)),
    'http.request.uri.args.names': ({ request }) => splitPairs(request.query).map(([name]) => name),
    'http.request.uri.args.values': ({ request }) => splitPairs(request.query).map(([, value]) => value),
    'http.request.headers': ({ request }) => request.headerValues,
    'http.request.headers.names': ({ request }) => request.headers.map(([name]) => name),
    'http.request.headers.values': ({ request }) => request.headers.map(([, value]) => value),
    'http.request.headers.truncated': () => false,
    'http.request.cookies': ({ request }) => request.cookies,
  };
}

/** Without its dot, in lower case. */
function extension(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const dot = file.lastIndexOf('.');
  // A dot at the beginning marks a hidden file, not an extension.
  return dot < 1 ? '' : file.slice(dot + 1).toLowerCase();
}

/** A header with a field of its own; the field is empty when the header is missing. */
const headerField =
  (name: string) =>
  ({ request }: RequestFacts) =>
    request.header(name) ?? '';

const raw = transformable(({ rawPath }) => rawPath);

/** Fields of the request line and of the headers: Cloudflare docs, Rules language fields. */
export const httpFields: Fields = {
  ...transformable(({ path }) => normalizePath(path)),
  ...Object.fromEntries(Object.entries(raw).map(([name, field]) => [`raw.${name}`, field])),
  'http.host': ({ request }) => request.host,
  'http.user_agent': headerField('user-agent'),
  'http.referer': headerField('referer'),
  'http.cookie': headerField('cookie'),
  'http.x_forwarded_for': headerField('x-forwarded-for'),
  'http.request.timestamp.sec': ({ now }) => Math.floor(now / 1000),
  'http.request.timestamp.msec': ({ now }) => Math.floor(now) % 1000,
  ssl: ({ request }) => request.secure,
};

const formType = 'application/x-www-form-urlencoded';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The part of the body that was read: text if it is UTF-8, else its bytes. */
function rawBody({ body }: ZoneRequest): Value {
  const bytes = body?.bytes ?? new Uint8Array();
  try {
    return strict.decode(bytes);
  } catch {
    return bytes;
  }
}

/** Type of the body without its parameters, in lower case. */
function mime(request: ZoneRequest): string {
  return (request.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function formPairs(request: ZoneRequest): [string, string][] {
  const text = mime(request) === formType ? rawBody(request) : '';
  return typeof text === 'string' ? splitPairs(text) : [];
}

function getParts(request: ZoneRequest): Part[] {
  return splitMultipart(request.header('content-type') ?? '', request.body?.bytes ?? new Uint8Array());
}

/** One value for each part. */
const ofParts =
  (read: (part: Part) => Value): Field =>
  ({ request }) =>
    getParts(request).map(read);

/** A list for each part, since a part may lack the header. */
const partHeader = (name: string) => ofParts(({ headers }) => headers.get(name) ?? []);

/** Size of the whole body, in bytes. */
function size(request: ZoneRequest): number {
  const { body } = request;
  if (body && !body.truncated) return body.bytes.byteLength;
  const declared = Number(request.header('content-length') ?? Number.NaN);
  return Number.isSafeInteger(declared) ? declared : (body?.bytes.byteLength ?? 0);
}

/** Fields of the body: Cloudflare docs, Rules language fields. They see only its beginning. */
export const bodyFields: Fields = {
  'http.request.body.raw': ({ request }) => rawBody(request),
  'http.request.body.mime': ({ request }) => mime(request),
  'http.request.body.size': ({ request }) => size(request),
  'http.request.body.truncated': ({ request }) => request.body?.truncated ?? false,
  'http.request.body.form': ({ request }) => groupPairs(formPairs(request)),
  'http.request.body.form.names': ({ request }) => formPairs(request).map(([name]) => name),
  'http.request.body.form.values': ({ request }) => formPairs(request).map(([, value]) => value),
  'http.request.body.multipart': ({ request }) =>
    groupPairs(
      getParts(request).flatMap(({ names, content }) =>
        names.flatMap((name): [string, Value][] => (typeof name === 'string' ? [[name, content]] : [])),
      ),
    ),
  'http.request.body.multipart.names': ofParts(({ names }) => names),
  'http.request.body.multipart.values': ofParts(({ content }) => content),
  'http.request.body.multipart.filenames': ofParts(({ filenames }) => filenames),
  'http.request.body.multipart.content_types': partHeader('content-type'),
  'http.request.body.multipart.content_dispositions': partHeader('content-disposition'),
  'http.request.body.multipart.content_transfer_encodings': partHeader('content-transfer-encoding'),
};

/** Whether a field requires the body; its size and type are usually in headers. */
export function needsBody(field: string): boolean {
  return Object.hasOwn(bodyFields, field) && field !== 'http.request.body.mime';
}

type Claims = Readonly<Record<string, unknown>>;

/** Values of a claim, or nothing when the token lacks it in a form that the field supports. */
type ReadClaim<T extends Value> = (claims: Claims) => readonly T[];

const textClaim =
  (name: string): ReadClaim<string> =>
  (claims) =>
    typeof claims[name] === 'string' ? [claims[name]] : [];

/** A text, or a list of texts: RFC 7519, section 4.1.3. */
const audience: ReadClaim<string> = ({ aud }) => {
  const values = Array.isArray(aud) ? aud : [aud];
  return values.filter((value) => typeof value === 'string');
};

/** Whole seconds; drops the fraction (RFC 7519, section 2: NumericDate). */
const timeClaim =
  (name: string): ReadClaim<number> =>
  (claims) => {
    const value = claims[name];
    const seconds = typeof value === 'number' ? Math.floor(value) : Number.NaN;
    return Number.isSafeInteger(seconds) ? [seconds] : [];
  };

/** Values of a claim by configuration, for verified tokens that have it. */
function byConfig<T extends Value>(verdicts: TokenVerdicts, read: ReadClaim<T>): Map<string, readonly T[]> {
  const found = new Map<string, readonly T[]>();
  for (const [configId, { verdict }] of verdicts) {
    if (!verdict.valid) continue;
    const values = read(verdict.claims);
    if (values.length > 0) found.set(configId, values);
  }
  return found;
}

function claim<T extends Value>(name: string, read: ReadClaim<T>): Fields {
  const field = `http.request.jwt.claims.${name}`;
  return {
    [field]: ({ verdicts }) => byConfig(verdicts, read),
    [`${field}.names`]: ({ verdicts }) => [...byConfig(verdicts, read).keys()],
    [`${field}.values`]: ({ verdicts }) => [...byConfig(verdicts, read).values()].flat(),
  };
}

/** The whole payload as sent, by configuration. */
const payloads: Field = ({ verdicts }) => {
  const found = new Map<string, readonly string[]>();
  for (const [configId, { verdict }] of verdicts) {
    if (verdict.valid) found.set(configId, [verdict.claimsText]);
  }
  return found;
};

/** Claims of verified tokens, by id of the configuration: Cloudflare docs, Rules language fields. */
export const claimFields: Fields = {
  'http.request.jwt.claims': payloads,
  ...claim('aud', audience),
  ...claim('iss', textClaim('iss')),
  ...claim('sub', textClaim('sub')),
  ...claim('jti', textClaim('jti')),
  ...claim('iat.sec', timeClaim('iat')),
  ...claim('nbf.sec', timeClaim('nbf')),
};

/** Plan names as rules spell them. */
const planNames = { free: 'FREE', pro: 'PRO', business: 'BIZ', enterprise: 'ENT' } as const;

function serverPort({ request }: RequestFacts): number {
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(request.url)?.[1];
  if (port !== undefined) return Number(port);
  return request.secure ? 443 : 80;
}

/**
 * What the platform itself knows about a request and a laptop knows too: Cloudflare docs, Rules language fields. Scores
 * and locations come from signals, or have their defaults.
 */
export const platformFields: Fields = {
  'ip.src': ({ request }) => parseIpAddress(request.clientAddress),
  'cf.edge.server_port': serverPort,
  'cf.random_seed': () => crypto.getRandomValues(new Uint8Array(16)),
  'cf.hostname.metadata': ({ hostnameMetadata }) => hostnameMetadata ?? '',
  'cf.zone.name': ({ zone }) => zone.name,
  'cf.zone.plan': ({ zone }) => planNames[zone.plan.legacy_id],
  'cf.ray_id': ({ ray }) => ray,
  'cf.api_gateway.fallthrough_detected': ({ operation }) => operation === undefined,
};
