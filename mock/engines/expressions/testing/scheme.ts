import { jwtFunctions } from '../functions/jwt.ts';
import { allFunctions } from '../functions/table.ts';
import { integerList, ipList, stringList } from '../named-list.ts';
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

/** A context of these fields; all others are missing. */
export function contextOf(fields: Readonly<Record<string, Value>>): EvaluationContext {
  const values = new Map(Object.entries(fields));
  return { get: (field) => values.get(field) };
}

/** A map as fields of type Map hold it. */
export function mapValue<T>(entries: Readonly<Record<string, T>>): Map<string, T> {
  return new Map(Object.entries(entries));
}
