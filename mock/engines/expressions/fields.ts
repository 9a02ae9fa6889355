import { allFields, type RulePlace, type TypeName } from '../../../spec/rules-language.ts';
import type { FieldTable } from './scheme.ts';
import { arrayOf, mapOf, type ScalarType, type Type } from './types.ts';

/** The type with this name in the documentation: the reverse of `documentedName`. */
export function readType(name: TypeName): Type {
  const [, kind, element] = /^(Array|Map)<(.+)>$/.exec(name) ?? [];
  // What is left has no parts, and what is inside of one is a type as well.
  if (kind === undefined) return name as ScalarType;
  const inner = readType(element as TypeName);
  return kind === 'Array' ? arrayOf(inner) : mapOf(inner);
}

const types = new Map([...allFields].map(([name, { type }]) => [name, readType(type)]));

/** Every field of the language. */
export const everyField: FieldTable = Object.fromEntries(types);

/** The fields that one kind of rule may use. */
export function fieldsFor(place: RulePlace): FieldTable {
  return Object.fromEntries(
    [...types].filter(([name]) => allFields.get(name)?.places?.includes(place) ?? true),
  );
}

const stringsByKey = mapOf(arrayOf('String'));

/** The fields that a token source may read (seed token-validation, token_sources). */
export const tokenSourceFields: FieldTable = {
  'http.request.headers': stringsByKey,
  'http.request.cookies': stringsByKey,
};
