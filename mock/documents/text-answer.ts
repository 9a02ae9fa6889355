import type { Located } from '../engines/openapi/document.ts';
import { isObject, type JsonObject, type JsonValue } from '../engines/openapi/json.ts';
import type { Schemas } from '../engines/openapi/schemas/schemas.ts';

/** Media types of text that an answer can be written in, besides JSON. */
export const isTextType = (type: string): boolean =>
  /^text\/(?!\*)|[/+](?:xml|yaml|csv|x-ndjson|jsonl)$/.test(type);

/** What a text is written from. */
export interface TextSource {
  readonly schemas: Schemas;
  /** Undefined if the document does not describe the value. */
  readonly schema: Located | undefined;
  /** For people: what the operation does. */
  readonly title: string;
}

/** Writes a value in a media type of text. */
export function writeAs(type: string, value: JsonValue, source: TextSource): string {
  if (/[/+]xml$/.test(type)) return toXmlDocument(value, source);
  if (type === 'text/html') return toHtml(value, source.title);
  if (typeof value === 'string') return value;
  if (/csv$/.test(type)) return toCsv(value);
  if (/(?:x-ndjson|jsonl)$/.test(type))
    return toList(value)
      .map((item) => `${JSON.stringify(item)}\n`)
      .join('');
  // JSON is YAML too.
  return JSON.stringify(value);
}

const toList = (value: JsonValue): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [value];

function toHtml(value: JsonValue, title: string): string {
  const content =
    typeof value === 'string' ? `<p>${escaped(value)}</p>` : `<pre>${escaped(JSON.stringify(value))}</pre>`;
  return `<!doctype html>\n<title>${escaped(title)}</title>\n${content}\n`;
}

/** RFC 4180, with a line of names above objects. */
function toCsv(value: JsonValue): string {
  const rows = toList(value);
  const names = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  const lines = rows.map((row) => (isObject(row) ? names.map((name) => row[name]) : toList(row)));
  return [...(names.length > 0 ? [names] : []), ...lines]
    .map((cells) => `${cells.map(toCell).join(',')}\r\n`)
    .join('');
}

function toCell(value: JsonValue | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '').replace(/^""$/, '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

function toXmlDocument(value: JsonValue, { schemas, schema }: TextSource): string {
  const [, known] = /^\/components\/schemas\/([^/]+)$/.exec(schema?.pointer ?? '') ?? [];
  const name = schema ? xmlNameOf(schemas, schema, known ?? 'result') : 'result';
  const root = Array.isArray(value)
    ? element({ schemas, schema, name }, '', toElements({ schemas, schema, name: 'item' }, value))
    : toElements({ schemas, schema, name }, value);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

interface XmlPlace {
  readonly schemas: Schemas;
  readonly schema: Located | undefined;
  /** Of the element, unless its schema gives another. */
  readonly name: string;
}

/** The elements of a value: one for each item of a list. OpenAPI calls what the schemas say of them the XML object. */
function toElements(own: XmlPlace, value: JsonValue): string {
  const { schemas, schema, name } = own;
  const inside = (key: string, given: string): XmlPlace => {
    const found = schema && schemas.inside(schema, key);
    return { schemas, schema: found, name: found ? xmlNameOf(schemas, found, given) : given };
  };
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map((item, index) =>
      toElements(inside(String(index), name), item),
    );
    return items.join('');
  }
  if (!isObject(value)) return element(own, '', value === null ? '' : escaped(String(value)));
  let attributes = '';
  let content = '';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const place = inside(key, key);
    const { attribute, wrapped } = place.schema ? xmlOf(schemas, place.schema) : {};
    if (attribute === true && !isObject(member) && !Array.isArray(member)) {
      const { qualified, declared } = qualify(place);
      // Without a prefix an attribute has no namespace.
      attributes += `${qualified.includes(':') ? declared : ''} ${qualified}="${escaped(String(member))}"`;
    } else if (wrapped === true) content += element(place, '', toElements(place, member));
    else content += toElements(place, member);
  }
  return element(own, attributes, content);
}

function element(place: XmlPlace, attributes: string, content: string): string {
  const { qualified, declared } = qualify(place);
  // Two of an element may have the same prefix, which it declares once.
  const all = [...new Set(`${declared}${attributes}`.match(/ [^=]+="[^"]*"/g) ?? [])].join('');
  return `<${qualified}${all}>${content}</${qualified}>`;
}

/** The name of an element or an attribute with its prefix, and the attribute that declares its namespace. */
function qualify({ schemas, schema, name }: XmlPlace) {
  const { prefix, namespace } = schema ? xmlOf(schemas, schema) : {};
  const isPrefixed = typeof prefix === 'string' && prefix !== '';
  const declared =
    typeof namespace === 'string'
      ? ` xmlns${isPrefixed ? `:${toName(prefix)}` : ''}="${escaped(namespace)}"`
      : '';
  return { qualified: isPrefixed ? `${toName(prefix)}:${toName(name)}` : toName(name), declared };
}

/** A name as XML allows it. */
const toName = (name: string) => name.replace(/[^\w.-]/g, '_').replace(/^(?=[^a-z_])/i, '_');

/** What a schema says of its element. */
export function xmlOf(schemas: Schemas, schema: Located): JsonObject {
  const xml = schemas.said(schema, 'xml');
  return isObject(xml) ? xml : {};
}

export function xmlNameOf(schemas: Schemas, schema: Located, given: string): string {
  const { name } = xmlOf(schemas, schema);
  return typeof name === 'string' && name !== '' ? name : given;
}
