import ipaddr from 'ipaddr.js';
import { ApiError } from '../../../spec/errors.ts';
import { dnsLimits } from '../../../spec/v4/products/dns.ts';
import { isObject, type JsonObject, type JsonValue } from '../../engines/openapi/json.ts';

/** The types of which the platform passes on the traffic. */
const proxiable: ReadonlySet<unknown> = new Set(['A', 'AAAA', 'CNAME']);

/** Types whose content is a name. */
const named: ReadonlySet<unknown> = new Set(['CNAME', 'MX', 'NS', 'PTR']);

/** Members of `data` in the order in which they stand in the content, by type. */
const contents: Readonly<Record<string, readonly string[]>> = {
  CAA: ['flags', 'tag', 'value'],
  CERT: ['type', 'key_tag', 'algorithm', 'certificate'],
  DNSKEY: ['flags', 'protocol', 'algorithm', 'public_key'],
  DS: ['key_tag', 'algorithm', 'digest_type', 'digest'],
  HTTPS: ['priority', 'target', 'value'],
  LOC: [
    ...['lat_degrees', 'lat_minutes', 'lat_seconds', 'lat_direction'],
    ...['long_degrees', 'long_minutes', 'long_seconds', 'long_direction'],
    ...['altitude', 'size', 'precision_horz', 'precision_vert'],
  ],
  NAPTR: ['order', 'preference', 'flags', 'service', 'regex', 'replacement'],
  SMIMEA: ['usage', 'selector', 'matching_type', 'certificate'],
  SRV: ['weight', 'port', 'target'],
  SSHFP: ['algorithm', 'type', 'fingerprint'],
  SVCB: ['priority', 'target', 'value'],
  TLSA: ['usage', 'selector', 'matching_type', 'certificate'],
  URI: ['weight', 'target'],
};

/** Members that are metres. */
const metres: ReadonlySet<string> = new Set(['altitude', 'size', 'precision_horz', 'precision_vert']);

/** Largest number in a record of any type but LOC: 16 bits. */
const largest = 65_535;

/** Types that need a priority. */
const ranked: ReadonlySet<unknown> = new Set(['MX', 'SRV', 'URI']);

/** Types whose content begins with the priority. */
const hasOwnPriority: ReadonlySet<unknown> = new Set(['HTTPS', 'SVCB']);

/** Members whose value is in quotes in the content. */
const quoted: ReadonlySet<string> = new Set([
  'CAA value',
  'NAPTR flags',
  'NAPTR service',
  'NAPTR regex',
  'URI target',
]);

const { minTtl, maxTtl, nameLength, labelLength } = dnsLimits;

/**
 * The whole name of a record: in Punycode and lower case, and below the zone.
 *
 * @throws ApiError `dns-name-invalid`
 */
export function toWholeName(given: string, zone: string): string {
  const name = toAscii(given.trim().replace(/\.$/, ''), given);
  if (name === '@' || name === '') return zone;
  const whole = name === zone || name.endsWith(`.${zone}`) ? name : `${name}.${zone}`;
  const labels = whole.split('.');
  const problem =
    whole.length > nameLength
      ? `it has more than ${nameLength} characters`
      : labels.some((label) => label === '' || label.length > labelLength)
        ? `each part has 1 to ${labelLength} characters`
        : labels.slice(1).some((label) => label.includes('*'))
          ? 'only the first part can be *'
          : undefined;
  if (problem !== undefined) throw new ApiError('dns-name-invalid', { name: given, problem }, '/name');
  return whole;
}

/** The parser of URLs knows Punycode, but takes some names for numbers. */
function toAscii(name: string, given: string): string {
  if (/^[\x21-\x7e]*$/.test(name) && !/[/:?#[\]\\<>^|%\s]/.test(name)) return name.toLowerCase();
  const url = URL.parse(`http://${name}.invalid`);
  const isName = url?.pathname === '/' && !url.host.includes(':') && url.search === '';
  if (!isName)
    throw new ApiError(
      'dns-name-invalid',
      { name: given, problem: 'it has a character that no name has' },
      '/name',
    );
  return url.hostname.replace(/\.invalid$/, '');
}

/**
 * A record as the platform keeps it.
 *
 * @param given all members of the record that a client has a say in
 * @throws ApiError for what no record can have
 */
export function normalizeRecord(given: JsonObject, zone: string): JsonObject {
  const { type } = given;
  const proxied = given['proxied'] === true;
  if (proxied && !proxiable.has(type)) throw new ApiError('dns-not-proxiable', {}, '/proxied');
  const ttl = proxied ? 1 : (given['ttl'] ?? 1);
  if (typeof ttl === 'number' && ttl !== 1 && !(ttl >= minTtl && ttl <= maxTtl))
    throw new ApiError('dns-ttl-invalid', { ttl, least: minTtl, most: maxTtl }, '/ttl');
  const { data } = given;
  // Of a service and a URI, the platform shows the priority beside the content.
  const priority = given['priority'] ?? (isObject(data) ? data['priority'] : undefined);
  if (ranked.has(type) && priority === undefined)
    throw new ApiError(
      'body-invalid',
      { field: 'priority', problem: `is required for ${String(type)}` },
      '/priority',
    );
  for (const [name, value] of isObject(data) && type !== 'LOC' ? Object.entries(data) : [])
    requireSmall(`data.${name}`, value);
  requireSmall('priority', priority);
  return {
    ...given,
    ...(priority !== undefined && !hasOwnPriority.has(type) && { priority }),
    name: toWholeName(String(given['name'] ?? '@'), zone),
    content: toContent(given, zone),
    ttl,
    proxied,
    proxiable: proxiable.has(type),
    tags: given['tags'] ?? [],
    comment: given['comment'] ?? null,
    settings: given['settings'] ?? {},
    meta: given['meta'] ?? {},
  };
}

/** @throws ApiError `body-invalid` for a number that no record has room for */
function requireSmall(field: string, value: JsonValue | undefined): void {
  if (typeof value !== 'number' || (Number.isInteger(value) && value >= 0 && value <= largest)) return;
  const pointer = `/${field.replace('.', '/')}`;
  throw new ApiError('body-invalid', { field, problem: `must be a whole number up to ${largest}` }, pointer);
}

function toContent({ type, content, data }: JsonObject, zone: string): string {
  const members = contents[String(type)];
  if (content === undefined && members && isObject(data)) {
    const values = members.map((name) => {
      const value = String(data[name] ?? '');
      if (metres.has(name)) return `${value || 0}m`;
      return quoted.has(`${String(type)} ${name}`) ? `"${value}"` : value;
    });
    return values.join(' ').trim();
  }
  const text = String(content ?? '');
  if (text === '') refuse(String(type), 'value');
  if (type === 'A' && !ipaddr.IPv4.isValidFourPartDecimal(text)) refuse('A', 'IPv4 address');
  if (type === 'AAAA') {
    if (!ipaddr.IPv6.isValid(text)) refuse('AAAA', 'IPv6 address');
    return ipaddr.IPv6.parse(text).toString();
  }
  if (!named.has(type)) return text;
  if (text === '') refuse(String(type), 'name');
  return text === '@' ? zone : toAscii(text.replace(/\.$/, ''), text);
}

function refuse(type: string, what: string): never {
  throw new ApiError('dns-content-invalid', { type, what }, '/content');
}
