import type { CallExpression, Index, PathExpression } from './ast.ts';
import { getElement, isMapType, type Type } from './types.ts';
import type { EvaluationContext, RuntimeValue, ValueKind } from './values.ts';

/** Reads one value of a request; undefined when it is missing. */
export type Read<C, T> = (context: C) => T | undefined;

/** Reads the result of a call. */
export type CompileCall<C> = (call: CallExpression) => Read<C, RuntimeValue>;

/** One step from a container to an element; undefined if it does not exist. */
function step(value: unknown, index: Index): unknown {
  if (index.kind === 'key') return value instanceof Map ? value.get(index.value) : undefined;
  return index.kind === 'index' && Array.isArray(value) ? value[index.value] : undefined;
}

/** Whether an index goes into a map, whose values are the caller's and not the engine's. */
function goesThroughMap(type: Type, indexes: readonly Index[]): boolean {
  let current: Type | undefined = type;
  for (const _ of indexes) {
    if (current === undefined) return false;
    if (isMapType(current)) return true;
    current = getElement(current);
  }
  return false;
}

/** The read of a path's root, and the conversion of its elements for the comparison. */
function origin<C extends EvaluationContext, T>(
  path: PathExpression,
  kind: ValueKind<T>,
  compileCall: CompileCall<C>,
): { readonly root: (context: C) => unknown; readonly take: (value: unknown) => T | undefined } {
  const { root } = path;
  if (root.kind === 'field') {
    const { name } = root;
    return { root: (context) => context.get(name), take: kind.admit };
  }
  const call = compileCall(root);
  return { root: call, take: goesThroughMap(root.type, path.indexes) ? kind.admit : kind.accept };
}

/** Compiles the read of a path without `[*]`. */
export function compileRead<C extends EvaluationContext, T>(
  path: PathExpression,
  kind: ValueKind<T>,
  compileCall: CompileCall<C>,
): Read<C, T> {
  const { root, take } = origin(path, kind, compileCall);
  const { indexes } = path;
  const [first, second] = indexes;
  if (first === undefined) return (context) => take(root(context));
  // By far the most common path: the first value of a key, as in headers["x"][0].
  if (indexes.length === 2 && first.kind === 'key' && second?.kind === 'index') {
    const key = first.value;
    const position = second.value;
    return (context) => {
      const map = root(context);
      if (!(map instanceof Map)) return undefined;
      const list: unknown = map.get(key);
      return Array.isArray(list) ? take(list[position]) : undefined;
    };
  }
  return (context) => {
    let value = root(context);
    for (const index of indexes) value = step(value, index);
    return take(value);
  };
}

/** Adds the values at the indexes from `at` on to `found`; each `[*]` fans out. */
function spread<T>(
  value: unknown,
  indexes: readonly Index[],
  at: number,
  take: (value: unknown) => T | undefined,
  found: T[],
): void {
  const index = indexes[at];
  if (index === undefined) {
    const taken = take(value);
    if (taken !== undefined) found.push(taken);
  } else if (index.kind !== 'each') {
    spread(step(value, index), indexes, at + 1, take, found);
  } else if (Array.isArray(value)) {
    for (const element of value) spread(element, indexes, at + 1, take, found);
  } else if (value instanceof Map) {
    for (const element of value.values()) spread(element, indexes, at + 1, take, found);
  }
}

/** Compiles the read of a path with `[*]`: all elements, flattened; undefined without a container. */
export function compileReadEach<C extends EvaluationContext, T>(
  path: PathExpression,
  kind: ValueKind<T>,
  compileCall: CompileCall<C>,
): Read<C, readonly T[]> {
  const { root, take } = origin(path, kind, compileCall);
  const { indexes } = path;
  const firstEach = indexes.findIndex((index) => index.kind === 'each');
  const before = indexes.slice(0, firstEach);
  const from = indexes.slice(firstEach);
  return (context) => {
    let container = root(context);
    for (const index of before) container = step(container, index);
    if (!Array.isArray(container) && !(container instanceof Map)) return undefined;
    const found: T[] = [];
    spread(container, from, 0, take, found);
    return found;
  };
}
