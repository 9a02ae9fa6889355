import { compileValue } from '../compiler.ts';
import { allFunctions, jwtFunctions } from '../functions/table.ts';
import { integerList, ipList, stringList } from '../lists.ts';
import { createScheme, type Scheme } from '../scheme.ts';
import { arrayOf, mapOf } from '../types.ts';
import type { EvaluationContext, Value } from '../values.ts';

/** A scheme with a field of every type, short names, every function and a list of every kind. */
export function everythingScheme(): Scheme {
  return createScheme({
    fields: {
      str: 'String',
      bin: 'Bytes',
      num: 'Integer',
      flag: 'Boolean',
      ip: 'IP',
      strs: arrayOf('String'),
      nums: arrayOf('Integer'),
      flags: arrayOf('Boolean'),
      ips: arrayOf('IP'),
      map: mapOf(arrayOf('String')),
      smap: mapOf('String'),
      nmap: mapOf('Integer'),
      'http.request.uri.query': 'String',
    },
    functions: {
      ...allFunctions(),
      ...jwtFunctions({ present: (id) => id !== 'absent', valid: (id) => id === 'good' }),
    },
    lists: {
      office: ipList(['203.0.113.0/24', '2001:db8::1']),
      words: stringList(['alpha', 'é']),
      ports: integerList([80, 443]),
    },
  });
}

/** A context with these fields; all others are missing. */
export function getContext(fields: Readonly<Record<string, Value>>): EvaluationContext {
  const values = new Map(Object.entries(fields));
  return { get: (field) => values.get(field) };
}

/** A map, as fields of type Map have it. */
export function mapValue<T>(entries: Readonly<Record<string, T>>): Map<string, T> {
  return new Map(Object.entries(entries));
}

/** The value of a call, as an expression over the scheme of `everythingScheme`. */
export function getResult(source: string, fields: Readonly<Record<string, Value>> = {}): Value | undefined {
  return compileValue(source, everythingScheme()).evaluate(getContext(fields));
}

/** The message that an expression is refused with. */
export function getRefusal(source: string): string {
  try {
    compileValue(source, everythingScheme());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error(`"${source}" is accepted`);
}

/** A copy of a syntax tree without spans, to compare trees from different sources. */
export function stripSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(stripSpans);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([name]) => name !== 'span');
  return Object.fromEntries(entries.map(([name, value]) => [name, stripSpans(value)]));
}
