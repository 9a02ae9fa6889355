import type { JsonValue } from '../json.ts';
import type { Shape } from './shape.ts';
import { limitOf, type Type, typesOf, valuesOf } from './types.ts';

/** The smallest value of the type of a shape, whether it fits or not. */
export function smallest(shape: Shape): JsonValue {
  const [type] = typesOf(shape);
  return type === 'array' ? [] : type === 'object' ? {} : null;
}

/** Words for a state in which nothing has happened. */
const idle = /^(?:none|off|no|disabled|inactive|unknown|idle|empty|pending|un\w+|not[-_ ]?\w+)$/i;

/** Texts that say nothing, in the forms that schemas ask for: the first that fits is meant. */
const emptyTexts = [
  '',
  '1970-01-01T00:00:00Z',
  '1970-01-01',
  '0.0.0.0',
  '00000000-0000-0000-0000-000000000000',
  '0'.repeat(32),
];

/** Scalars that say nothing, the best first. */
export function emptiesOf(
  shape: Shape,
  types: readonly Type[],
  values: readonly JsonValue[] | undefined,
): readonly JsonValue[] {
  if (values) {
    const words = values.filter((value) => idle.test(String(value)));
    return [...values.filter((value) => value === null), ...words, ...values];
  }
  const has = (type: Type, given: readonly JsonValue[]) => (types.includes(type) ? given : []);
  const numbers = [0, limitOf(shape, 'minimum', 'largest') ?? 0];
  // A schema without a type takes null.
  return [
    ...has('null', [null]),
    ...has('boolean', [false]),
    ...(types.includes('number') ? numbers : has('integer', numbers)),
    ...has('string', emptyTexts),
  ];
}

/** Whether a member that nothing has written to is known: a list that may be empty, or a count. */
export function isEmptiable(name: string, shape: Shape): boolean {
  const [type] = typesOf(shape);
  if (type === 'array') return shape.parts.every(({ node }) => node['minItems'] === undefined);
  return (type === 'number' || type === 'integer') && /(?:^|_)count$|Count$/.test(name);
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

/** Whether a schema takes any value and suggests none. */
export const isOpen = (shape: Shape) =>
  shape.choices.length === 0 &&
  valuesOf(shape) === undefined &&
  ['object', 'string'].every((type) => typesOf(shape).includes(type as Type)) &&
  suggestionsOf(shape).length === 0;
