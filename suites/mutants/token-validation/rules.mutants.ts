import { defineMutants } from '../mutant.ts';

/** Token validation rules: what is stored, in which order, and what is answered. */
export const ruleMutants = defineMutants([
  {
    id: 'puts-rules-after-the-one-they-are-to-precede',
    requirement: 'TV-RULE-17',
    does: 'It puts a rule that is to stand before another one behind it.',
    file: 'mock/services/token-validation/rule-order.ts',
    replace: "member === 'before' ? index : index + 1",
    by: 'index + 1',
  },
]);
