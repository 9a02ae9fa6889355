import type { FunctionDefinition } from './functions/definition.ts';
import type { NamedList } from './lists.ts';
import type { Type } from './types.ts';
import type { EvaluationContext } from './values.ts';

/** A table of fields: name to type. */
export type FieldTable = Readonly<Record<string, Type>>;

/** A table of functions: name to definition. `C` is the context that the functions need. */
export type FunctionTable<C extends EvaluationContext = EvaluationContext> = Readonly<
  Record<string, FunctionDefinition<C>>
>;

/** A table of named lists. */
export type ListTable = Readonly<Record<string, NamedList>>;

/**
 * The names that an expression may use. A name outside the scheme is an unknown identifier. So functions of one kind of
 * rule (`is_jwt_valid`) are errors in all others.
 */
export interface Scheme<C extends EvaluationContext = EvaluationContext> {
  readonly fields: ReadonlyMap<string, Type>;
  readonly functions: ReadonlyMap<string, FunctionDefinition<C>>;
  readonly lists: ReadonlyMap<string, NamedList>;
}

/**
 * Makes a scheme from tables.
 *
 * @throws TypeError when a name is both a field and a function
 * @example
 * ```ts
 * const scheme = createScheme({
 *   fields: fieldsFor('custom_rules'),
 *   functions: functionsFor('custom_rules'),
 *   lists: { office: ipList(['203.0.113.0/24']) },
 * });
 * ```
 */
export function createScheme<C extends EvaluationContext = EvaluationContext>(tables: {
  readonly fields: FieldTable;
  readonly functions?: FunctionTable<C>;
  readonly lists?: ListTable;
}): Scheme<C> {
  const fields = new Map(Object.entries(tables.fields));
  const functions = new Map(Object.entries(tables.functions ?? {}));
  for (const name of functions.keys()) {
    if (fields.has(name)) throw new TypeError(`"${name}" is a field and cannot be a function as well`);
  }
  return { fields, functions, lists: new Map(Object.entries(tables.lists ?? {})) };
}
