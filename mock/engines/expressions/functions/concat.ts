import type { RuntimeValue } from '../values.ts';
import type { FunctionDefinition } from './definition.ts';

/**
 * `concat(...)`: all strings or all arrays of one type. Missing arguments are skipped; with none left the
 * result is missing.
 */
export const concat: FunctionDefinition = {
  arity: [2, Number.POSITIVE_INFINITY],
  parameter: (_, [first]) => ({ types: first === undefined ? ['Array', 'String'] : [first.type] }),
  returns: ([first]) => first?.type ?? 'String',
  takesMissing: true,
  bind:
    () =>
    (_, ...values) => {
      const present = values.filter((value) => value !== undefined);
      if (present.length === 0) return undefined;
      if (present.every((value) => typeof value === 'string')) return present.join('');
      return present.flatMap((value): readonly RuntimeValue[] => (Array.isArray(value) ? value : []));
    },
};
