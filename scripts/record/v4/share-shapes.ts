import type { Shape } from '../../../spec/v4/register/notation.ts';
import type { FoundOperation } from './found-operation.ts';

/** Shapes shorter than this stand in their place each time. */
const leastShared = 80;

/** Operations of an area whose shapes are replaced by names where they are used more than once. */
export interface SharedArea {
  readonly operations: readonly FoundOperation[];
  readonly schemas: Readonly<Record<string, Shape>>;
}

/**
 * @param hints names of types by the text of their shape
 * @param named shapes that contain themselves
 */
export function shareShapes(
  operations: readonly FoundOperation[],
  hints: ReadonlyMap<string, string>,
  named: ReadonlyMap<string, Shape>,
): SharedArea {
  const uses = new Map<string, number>();
  const used = new Set<string>();
  const count = (shape: Shape): void => {
    if (typeof shape === 'string') {
      const name = shape.startsWith('@') ? shape.slice(1) : undefined;
      if (name !== undefined && !used.has(name)) {
        used.add(name);
        const found = named.get(name);
        if (found !== undefined) count(found);
      }
      return;
    }
    const text = JSON.stringify(shape);
    const times = (uses.get(text) ?? 0) + 1;
    uses.set(text, times);
    if (times === 1) for (const part of Object.values(shape)) count(part);
  };
  for (const { query, headers, body, result, answer } of operations)
    for (const shape of [query, headers, body, result, answer]) if (shape !== undefined) count(shape);

  const schemas: Record<string, Shape> = {};
  const names = new Map<string, string>();
  const taken = new Set(named.keys());
  const nameFor = (text: string, wish: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const hint = hints.get(text) ?? wish;
    let name = hint;
    for (let number = 2; taken.has(name); number++) name = `${hint}${number}`;
    taken.add(name);
    names.set(text, name);
    return name;
  };
  const replace = (shape: Shape, wish: string): Shape => {
    if (typeof shape === 'string') return shape;
    const text = JSON.stringify(shape);
    const isShared = (uses.get(text) ?? 0) > 1 && text.length >= leastShared;
    const isKnown = names.has(text);
    const name = isShared ? nameFor(text, wish) : undefined;
    if (name !== undefined && isKnown) return `@${name}`;
    const inner = inside(shape, name ?? wish);
    if (name === undefined) return inner;
    schemas[name] = inner;
    return `@${name}`;
  };
  const inside = (shape: Exclude<Shape, string>, wish: string): Shape =>
    Array.isArray(shape)
      ? shape.map((part) => replace(part as Shape, wish))
      : Object.fromEntries(
          Object.entries(shape).map(([key, part]) => [
            key,
            replace(part, `${wish}.${key.replace(/\W/g, '')}`),
          ]),
        );
  const shared = operations.map((operation) => {
    const wish = operation.id
      .split('.')
      .map((part) => part.replaceAll(/(?:^|[-_])(\w)/g, (_, c: string) => c.toUpperCase()))
      .join('');
    const parts = Object.fromEntries(
      (['query', 'headers', 'body', 'result', 'answer'] as const).flatMap((part) => {
        const shape = operation[part];
        return shape === undefined ? [] : [[part, replace(shape, `${wish}.${part}`)]];
      }),
    );
    return { ...operation, ...parts };
  });
  for (const name of used) {
    const shape = named.get(name);
    if (shape !== undefined) schemas[name] = typeof shape === 'string' ? shape : inside(shape, name);
  }
  return { operations: shared, schemas };
}
