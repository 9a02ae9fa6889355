import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { openApiLimits } from '../../../spec/engine-limits.ts';
import { DocumentError, type OpenApiDocument } from './document.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { toPointer } from './pointer.ts';
import { readDocument } from './read-document.ts';

/**
 * Reads the text of an OpenAPI document: JSON, or else YAML.
 *
 * @param text UTF-8, if it is bytes
 * @param name for messages: a file name or URL
 * @throws DocumentError for text that is neither, with line and column; for text that is too long or nested too deep;
 * and for a value that is not an OpenAPI document
 */
export async function parseDocument(text: string | Uint8Array, name: string): Promise<OpenApiDocument> {
  return readDocument(await parseText(text, name), name);
}

/** Reads JSON or YAML. @throws DocumentError */
export async function parseText(text: string | Uint8Array, name: string): Promise<unknown> {
  const { length } = text;
  if (length > openApiLimits.documentBytes)
    throw refusal(name, `has ${length} bytes; ${openApiLimits.documentBytes} is the limit`);
  const written = typeof text === 'string' ? text.replace(/^\uFEFF/, '') : decode(text, name);
  const isJson = /^\s*[{[]/.test(written);
  const value = isJson ? parseJson(written, name) : await parseYaml(written, name);
  if (!isJson) requireBounded(value as JsonValue, name);
  requireShallow(value as JsonValue, name);
  return value;
}

const refusal = (name: string, reason: string) => new DocumentError('openapi', `${name} ${reason}.`);

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(name, 'is not text in UTF-8');
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw refusal(name, 'is nested too deep to be read');
    throw refusal(name, `is not JSON: ${whereNoJson(text)}`);
  }
}

/** The first error, with its place. */
function whereNoJson(text: string): string {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors);
  } catch {
    return 'it is nested too deep';
  }
  const [first] = errors;
  // This parser takes texts that JSON does not allow, such as some numbers.
  if (!first) return 'a value is not written as in JSON';
  const before = text.slice(0, first.offset).split('\n');
  const what = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${what} in line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

async function parseYaml(text: string, name: string): Promise<unknown> {
  const { load, YAMLException } = await import('js-yaml');
  try {
    return load(text, { maxDepth: openApiLimits.depth });
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw refusal(name, "can't be read as YAML");
    const { reason, mark } = cause;
    const place = mark ? ` in line ${mark.line + 1}, column ${mark.column + 1}` : '';
    throw refusal(name, `is neither JSON nor YAML: ${reason}${place}`);
  }
}

/** @throws DocumentError if a value is nested deeper than documents may be */
function requireShallow(value: JsonValue, name: string): void {
  const path: string[] = [];
  const walk = (node: JsonValue | undefined, depth: number): boolean => {
    if (typeof node !== 'object' || node === null) return true;
    if (depth === openApiLimits.depth) return false;
    for (const key in node) {
      if (walk((node as JsonObject)[key], depth + 1)) continue;
      if (depth < 8) path.unshift(key);
      return false;
    }
    return true;
  };
  if (walk(value, 0)) return;
  throw refusal(name, `is nested deeper than ${openApiLimits.depth} levels at ${toPointer(...path)}`);
}

/**
 * Counts the values of a YAML document, in which an alias gives the same object again.
 *
 * @throws DocumentError if there are too many, or an object has itself inside
 */
function requireBounded(value: JsonValue, name: string): void {
  const { values } = openApiLimits;
  const around = new Set<object>();
  const counts = new Map<object, number>();
  const count = (node: JsonValue | undefined): number => {
    if (typeof node !== 'object' || node === null) return 1;
    if (around.has(node)) throw refusal(name, 'has an alias that leads to itself');
    let sum = counts.get(node);
    if (sum !== undefined) return sum;
    around.add(node);
    sum = 1;
    for (const inside of Object.values(node)) sum += count(inside);
    if (sum > values) throw refusal(name, `has more than ${values} values, with those behind its aliases`);
    around.delete(node);
    counts.set(node, sum);
    return sum;
  };
  count(value);
}
