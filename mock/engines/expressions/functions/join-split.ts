import { arrayOf } from '../types.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** `join(items, separator)`. */
export const join: FunctionDefinition = defineFunction({
  parameters: [{ types: [arrayOf('String')] }, { types: ['String'] }],
  returns: 'String',
  call: (_, items, separator) =>
    Array.isArray(items) && typeof separator === 'string' ? items.join(separator) : undefined,
});

/** `split(input, separator, limit)`: at most `limit` parts, the last of which keeps the rest. */
export const split: FunctionDefinition = defineFunction({
  parameters: [
    { types: ['String'] },
    {
      types: ['String'],
      kind: 'Literal',
      check: (separator) => (separator === '' ? 'the separator must not be empty' : undefined),
    },
    {
      types: ['Integer'],
      kind: 'Literal',
      check: (limit) =>
        typeof limit === 'number' && limit >= 1 && limit <= 128
          ? undefined
          : 'the limit must be between 1 and 128',
    },
  ],
  returns: arrayOf('String'),
  call: (_, input, separator, limit) => {
    if (typeof input !== 'string' || typeof separator !== 'string') return undefined;
    const parts = input.split(separator);
    const kept = parts.slice(0, Number(limit) - 1);
    const rest = parts.slice(Number(limit) - 1);
    return rest.length === 0 ? kept : [...kept, rest.join(separator)];
  },
});
