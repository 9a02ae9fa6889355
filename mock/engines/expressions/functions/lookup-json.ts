import { type ByteString, fromText, toText } from '../bytes.ts';
import { parseInteger } from '../integer.ts';
import type { EvaluationContext, RuntimeValue } from '../values.ts';
import { defineFunction, type FunctionDefinition, type Implementation } from './definition.ts';
import { findJson, findJsonSource, type JsonKey } from './json-path.ts';

/** A JSON text and what it says. */
interface JsonDocument {
  readonly source: ByteString;
  readonly text: string;
  readonly value: unknown;
}

/**
 * Parses JSON and remembers the last document: the rules of a zone look into the same one, request after
 * request. What is no JSON is remembered as a document without a value.
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

function keysOf(values: readonly (RuntimeValue | undefined)[]): JsonKey[] {
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
 * `lookup_json_string(field, key, ...)` and `lookup_json_integer(field, key, ...)`: the string or the plain
 * integer (`42`, not `42.0`) at the end of the keys; missing when there is none or the text is no JSON.
 */
export function lookupJsonFunctions(): {
  readonly lookup_json_string: FunctionDefinition;
  readonly lookup_json_integer: FunctionDefinition;
} {
  const read = createReader();
  return {
    lookup_json_string: lookup('String', (_, source, ...keys) => {
      if (typeof source !== 'string') return undefined;
      const found = findJson(read(source).value, keysOf(keys));
      return typeof found === 'string' ? fromText(found) : undefined;
    }),
    lookup_json_integer: lookup('Integer', (_, source, ...keys) => {
      if (typeof source !== 'string') return undefined;
      const document = read(source);
      const path = keysOf(keys);
      if (typeof findJson(document.value, path) !== 'number') return undefined;
      const integer = parseInteger(findJsonSource(document.text, path) ?? '', 10);
      return typeof integer === 'string' ? undefined : integer;
    }),
  };
}
