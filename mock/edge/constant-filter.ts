import type { Filter } from '../engines/expressions/index.ts';

/**
 * The filter of an expression that is `true` or `false` and nothing else; undefined for any other. Rules that
 * hold for every request are written so (observed); inside of a longer expression neither word exists.
 *
 * @example
 * constantFilter('true')?.evaluate({ get: () => undefined }) // true
 */
export function constantFilter(source: string): Filter | undefined {
  const word = source.trim();
  if (word !== 'true' && word !== 'false') return undefined;
  const always = word === 'true';
  return {
    source,
    ast: {
      kind: 'logical',
      // Of no operands, `and` is true and `or` is false.
      operator: always ? 'and' : 'or',
      operands: [],
      type: 'Boolean',
      span: { start: 0, end: source.length },
    },
    references: { fields: [], calls: [], lists: [] },
    // Nothing that a request could be asked.
    conditions: [],
    evaluate: () => always,
  };
}
