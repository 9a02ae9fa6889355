import { defineFunction, type FunctionDefinition } from './definition.ts';

/**
 * `substring(field, start, end?)`: bytes from `start` up to but not including `end`, each counted from the
 * end when negative and cut to the value's length.
 */
export const substring: FunctionDefinition = defineFunction({
  parameters: [{ types: ['String'], kind: 'Field' }, { types: ['Integer'] }],
  optional: [{ types: ['Integer'] }],
  returns: 'String',
  call: (_, value, start, end) => {
    if (typeof value !== 'string') return undefined;
    // Beyond 2^53 a bigint's rounding no longer matters: it is past either end.
    return value.slice(Number(start), end === undefined ? undefined : Number(end));
  },
});
