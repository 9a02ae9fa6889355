import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { ApiError } from '../../spec/errors.ts';
import { v4Limits } from '../../spec/limits.ts';
import { parseJson } from '../api/body.ts';
import { DocumentError, type Located } from '../engines/openapi/document.ts';
import type { JsonValue } from '../engines/openapi/json.ts';
import { parseText } from '../engines/openapi/parse-document.ts';
import { type FormTypes, toScalar } from './form-fields.ts';
import { xmlNameOf, xmlOf } from './text-answer.ts';

/**
 * Reads a body in a media type of text as JSON. Its schema says what a text means.
 *
 * @throws ApiError `body-invalid` for what the type does not allow, `json-malformed`, `json-too-deep`
 */
export async function readAs(
  type: string,
  text: string,
  schema: Located,
  types: FormTypes,
): Promise<JsonValue> {
  if (/[/+]xml$/.test(type)) return readElement(parseRoot(text), schema, types, 0);
  if (/yaml$/.test(type)) return parseYaml(text);
  const { kind } = types.outlineOf(schema);
  if (/(?:x-ndjson|jsonl)$/.test(type) && kind === 'array')
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : (parseJson(line) as JsonValue)));
  if (/csv$/.test(type) && kind === 'array') return readCsv(text, schema, types);
  return toScalar(text, schema, types);
}

const notReadable = (problem: string) => new ApiError('body-invalid', { field: 'the body', problem }, '');

async function parseYaml(text: string): Promise<JsonValue> {
  try {
    return (await parseText(text, 'it')) as JsonValue;
  } catch (cause) {
    if (cause instanceof DocumentError) throw notReadable(`is no YAML: ${cause.message.replace(/\.$/, '')}`);
    throw cause;
  }
}

function parseRoot(text: string): XmlElement {
  try {
    const { root } = parseXml(text);
    if (root) return root;
  } catch (cause) {
    // The parser goes down into elements by calling itself.
    if (cause instanceof RangeError) throw tooDeep();
  }
  throw notReadable('is no XML');
}

const tooDeep = () => new ApiError('json-too-deep', { limit: v4Limits.jsonDepth });

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** The reverse of how answers are written: attributes and elements are members, an element of a list is an item. */
function readElement(
  element: XmlElement,
  schema: Located | undefined,
  types: FormTypes,
  depth: number,
): JsonValue {
  if (depth > v4Limits.jsonDepth) throw tooDeep();
  const { schemas, outlineOf } = types;
  const { kind, members, items } = outlineOf(schema);
  const inside = element.children.filter((child) => child instanceof XmlElement);
  const read = (child: XmlElement, of: Located | undefined) => readElement(child, of, types, depth + 1);
  if (kind === 'array') return inside.map((child) => read(child, items));
  const attributes = Object.entries(element.attributes).filter(
    ([name]) => !/^(?:xmlns|xsi)(?::|$)/.test(name),
  );
  if (element.attributes['xsi:nil'] === 'true') return null;
  const isText = inside.length === 0 && attributes.length === 0;
  if (isText && (kind !== 'object' || element.text.trim() !== ''))
    return toScalar(element.text, schema, types);

  const value = new Map<string, JsonValue>();
  const left = new Set(inside);
  const taken = new Set<string>();
  for (const [key, { schema: member }] of members) {
    const { attribute, wrapped } = member ? xmlOf(schemas, member) : {};
    const own = outlineOf(member);
    const name = member ? xmlNameOf(schemas, member, key) : key;
    const isItem = own.kind === 'array' && wrapped !== true;
    const wanted = isItem && own.items ? xmlNameOf(schemas, own.items, name) : name;
    const found = [...left].filter((child) => localName(child.name) === wanted);
    const given = attributes.find(([each]) => localName(each) === name);
    for (const child of found) left.delete(child);
    if (attribute === true && given) {
      taken.add(given[0]);
      value.set(key, toScalar(given[1], member, types));
    } else if (isItem && found.length > 0) {
      value.set(
        key,
        found.map((child) => read(child, own.items)),
      );
    } else if (found[0]) {
      value.set(key, read(found[0], member));
    }
  }
  for (const [name, text] of attributes) if (!taken.has(name)) value.set(localName(name), text);
  for (const child of left) value.set(localName(child.name), read(child, undefined));
  return Object.fromEntries(value);
}

/** Rows below a line of names, or lists if the schema has those. */
function readCsv(text: string, schema: Located, types: FormTypes): JsonValue {
  const { items } = types.outlineOf(schema);
  const row = types.outlineOf(items);
  const rows = toRows(text);
  if (row.kind === 'array') return rows.map((cells) => cells.map((cell) => toScalar(cell, row.items, types)));
  if (row.kind !== 'object') return rows.map(([cell = '']) => toScalar(cell, items, types));
  const [names = [], ...others] = rows;
  return others.map((cells) =>
    Object.fromEntries(
      names.flatMap((name, at) => {
        const [cell, member] = [cells[at], row.members.get(name)];
        // A cell without a text is a member that is not there.
        return cell ? [[name, toScalar(cell, member?.schema, types)] as const] : [];
      }),
    ),
  );
}

/** RFC 4180. */
function toRows(text: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    const isOver = end !== ',';
    if (isOver && cells.length === 0 && quoted === undefined && plain === '') continue;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (!isOver) continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}
