import type { JsonValue } from '../json.ts';
import type { Shape } from './shape.ts';
import { type Type, typesOf } from './types.ts';

/** The smallest value of the type of a shape, whether it fits or not. */
export function smallest(shape: Shape): JsonValue {
  const [type] = typesOf(shape);
  return type === 'array' ? [] : type === 'object' ? {} : null;
}

/** Scalars that say nothing, and of an enumeration the first value. */
export function emptiesOf(
  types: readonly Type[],
  values: readonly JsonValue[] | undefined,
): readonly JsonValue[] {
  if (values) return values.includes(null) ? [null] : values;
  const has = (type: Type, value: JsonValue) => (types.includes(type) ? [value] : []);
  // A schema without a type takes null.
  return [
    ...has('null', null),
    ...has('boolean', false),
    ...(types.includes('number') ? [0] : has('integer', 0)),
    ...has('string', ''),
  ];
}

const found = ({ parts }: Shape, keyword: string): readonly JsonValue[] =>
  parts.flatMap(({ node }) => (node[keyword] === undefined ? [] : [node[keyword]])).reverse();

/** Defaults of a shape, the nearest first. */
export const defaultsOf = (shape: Shape) => found(shape, 'default');

/** Values that the document gives for a schema, the nearest first. */
export function suggestionsOf(shape: Shape): readonly JsonValue[] {
  const { parts } = shape;
  const examples = parts.flatMap(({ node: { examples: list } }) =>
    Array.isArray(list) ? (list[0] as JsonValue) : [],
  );
  return [...defaultsOf(shape), ...found(shape, 'example'), ...examples];
}
