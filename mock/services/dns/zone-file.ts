import { parseZone, stringifyZone } from 'dnsz';
import { ApiError } from '../../../spec/errors.ts';
import type { JsonObject } from '../../engines/openapi/json.ts';

/** Types whose last part is a name. */
const pointing: ReadonlySet<string> = new Set(['CNAME', 'MX', 'NS', 'PTR', 'SRV']);

/** What an export says of a record in a comment. */
const proxiedTag = /\bcf_tags=cf-proxied:(true|false)/;

/**
 * Reads the records of a zone file (BIND). Its SOA and the NS records of the zone itself stay out: the platform has its
 * own.
 *
 * @param isProxied what a record is that does not say it
 * @throws ApiError `dns-file-invalid`
 */
export function readZoneFile(text: string, zone: string, isProxied: boolean): readonly JsonObject[] {
  const { records } = parse(/^\$ORIGIN\b/m.test(text) ? text : `$ORIGIN ${zone}.\n${text}`);
  return records.flatMap(({ name, ttl, type, content, comment }) => {
    const owner = name === '' ? zone : name;
    if (type === 'SOA' || (type === 'NS' && owner === zone)) return [];
    const [, tag] = proxiedTag.exec(comment ?? '') ?? [];
    const own = comment?.replace(proxiedTag, '').trim() ?? '';
    const proxied = ['A', 'AAAA', 'CNAME'].includes(type) && (tag === undefined ? isProxied : tag === 'true');
    const given = { type, name: owner, ttl: proxied ? 1 : ttl, proxied, ...(own !== '' && { comment: own }) };
    const target = pointing.has(type) ? toWhole(content, zone) : content;
    return [{ ...given, ...toParts(type, target) }];
  });
}

function parse(text: string) {
  try {
    return parseZone(text, { defaultTTL: 1 });
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ApiError('dns-file-invalid', { line: 1, problem }, undefined, { cause });
  }
}

/** A name without a dot at its end is below the zone. */
const toWhole = (content: string, zone: string) => (content.endsWith('.') ? content : `${content}.${zone}.`);

/** The members of a record that its content in a zone file has. */
function toParts(type: string, content: string): JsonObject {
  const [first = '', ...others] = content.split(/\s+/);
  if (type === 'MX') return { priority: Number(first), content: others.join(' ') };
  if (type === 'URI') return { priority: Number(first), content: others.join(' ') };
  if (type === 'SRV') {
    const [weight, port, target = ''] = others;
    const data = {
      priority: Number(first),
      weight: Number(weight),
      port: Number(port),
      target: target.replace(/\.$/, ''),
    };
    return { priority: Number(first), data };
  }
  return { content };
}

/** Writes records as a zone file (BIND). */
export function writeZoneFile(values: readonly JsonObject[], zone: string): string {
  const records = values.map(({ type, name, ttl, content, priority, proxied, comment }) => {
    const text = type === 'TXT' ? toQuoted(String(content)) : String(content);
    const target = pointing.has(String(type)) && !text.endsWith('.') ? `${text}.` : text;
    const notes = [comment ?? '', proxied === true ? 'cf_tags=cf-proxied:true' : ''].filter(
      (one) => one !== '',
    );
    return {
      name: String(name),
      ttl: Number(ttl),
      class: 'IN',
      type: String(type),
      content: typeof priority === 'number' ? `${priority} ${target}` : target,
      comment: notes.length > 0 ? notes.join(' ') : null,
    };
  });
  return stringifyZone({ origin: zone, ttl: 1, records });
}

/** A text as strings of at most 255 characters. */
const toQuoted = (text: string) =>
  text.startsWith('"')
    ? text
    : (text.match(/.{1,255}/gs) ?? ['']).map((part) => `"${part.replaceAll(/["\\]/g, '\\$&')}"`).join(' ');
