import { type ByteString, fromText, toText } from '../bytes.ts';
import type { EvaluationContext, RuntimeValue } from '../values.ts';
import { parseInteger } from '../values.ts';
import { defineFunction, type FunctionDefinition, type Implementation } from './definition.ts';

/** A step into a JSON document: a member's name or a zero-based index. */
type JsonKey = string | number;

/** The parsed value at the path of keys, or undefined if there is none. */
function findJson(document: unknown, keys: readonly JsonKey[]): unknown {
  let value = document;
  for (const key of keys) {
    if (typeof key === 'number') {
      if (!Array.isArray(value)) return undefined;
      value = value[key];
    } else {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      value = Object.getOwnPropertyDescriptor(value, key)?.value;
    }
  }
  return value;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (' \n\r\t'.includes(text.charAt(at)) && at < text.length) at++;
  return at;
}

function skipString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function skipValue(text: string, from: number): number {
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (depth === 0 && at > from && ',]} \n\r\t'.includes(character)) return at;
    if (character === '"') {
      at = skipString(text, at);
      if (depth === 0) return at;
      continue;
    }
    if (character === '{' || character === '[') depth++;
    if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
    at++;
  }
  return at;
}

/** Start of the value of a member or an element; the last of equal names counts, as in JSON.parse. */
function enter(text: string, from: number, key: JsonKey): number | undefined {
  const close = typeof key === 'number' ? ']' : '}';
  let found: number | undefined;
  let at = skipSpace(text, from + 1);
  for (let position = 0; at < text.length && text.charAt(at) !== close; position++) {
    let matches = position === key;
    if (typeof key === 'string') {
      const end = skipString(text, at);
      matches = JSON.parse(text.slice(at, end)) === key;
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    if (matches) found = at;
    at = skipSpace(text, skipValue(text, at));
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

/**
 * The source text of the value at the path of keys. The text must be valid JSON with a value there (see {@link
 * findJson}); otherwise the result is meaningless.
 *
 * Needed for numbers: parsed JSON no longer distinguishes `42` from `42.0`.
 */
function findJsonSource(text: string, keys: readonly JsonKey[]): string | undefined {
  let at: number | undefined = skipSpace(text, 0);
  for (const key of keys) {
    at = enter(text, at, key);
    if (at === undefined) return undefined;
  }
  return text.slice(at, skipValue(text, at));
}

/** A JSON text and its parsed value. */
interface JsonDocument {
  readonly source: ByteString;
  readonly text: string;
  readonly value: unknown;
}

/**
 * Parses JSON and caches the last document: the rules of a zone read the same one, request after request. Invalid JSON
 * is cached as a document without a value.
 */
function createReader(): (source: ByteString) => JsonDocument {
  let last: JsonDocument | undefined;
  return (source) => {
    if (last?.source === source) return last;
    const text = toText(source) ?? '';
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    last = { source, text, value };
    return last;
  };
}

function getKeys(values: readonly (RuntimeValue | undefined)[]): JsonKey[] {
  return values.map((value) => (typeof value === 'string' ? (toText(value) ?? '') : Number(value)));
}

function lookup(returns: 'String' | 'Integer', call: Implementation<EvaluationContext>): FunctionDefinition {
  const key = { types: ['String', 'Integer'] } as const;
  return defineFunction({
    parameters: [{ types: ['String'], kind: 'Field' }, key],
    rest: key,
    returns,
    call,
  });
}

/**
 * `lookup_json_string(field, key, ...)` and `lookup_json_integer(field, key, ...)`: the string or the plain integer
 * (`42`, not `42.0`) at the path of keys; missing if there is none or the text is not JSON.
 */
export function lookupJsonFunctions(): {
  readonly lookup_json_string: FunctionDefinition;
  readonly lookup_json_integer: FunctionDefinition;
} {
  const read = createReader();
  return {
    lookup_json_string: lookup('String', (_, source, ...keys) => {
      if (typeof source !== 'string') return undefined;
      const found = findJson(read(source).value, getKeys(keys));
      return typeof found === 'string' ? fromText(found) : undefined;
    }),
    lookup_json_integer: lookup('Integer', (_, source, ...keys) => {
      if (typeof source !== 'string') return undefined;
      const document = read(source);
      const path = getKeys(keys);
      if (typeof findJson(document.value, path) !== 'number') return undefined;
      const integer = parseInteger(findJsonSource(document.text, path) ?? '', 10);
      return typeof integer === 'string' ? undefined : integer;
    }),
  };
}
