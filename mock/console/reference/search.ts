import type { ListedOperation } from '../../../spec/openapi/list-operations.ts';

/** The operations with every word of a text in their id, summary, method or path, or with that error code. */
export function findOperations(
  operations: readonly ListedOperation[],
  text: string,
): readonly ListedOperation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ id, method, paths, operation, refusals }) => {
    const all = `${id} ${operation.summary} ${method} ${paths.join(' ')}`.toLowerCase();
    const hasCode = (word: string) =>
      /^\d{3,}$/.test(word) && refusals.some(([, { description }]) => description.includes(`- ${word}:`));
    return words.every((word) => all.includes(word) || hasCode(word));
  });
}

/** How many operations there are, in words. */
export const countOperations = ({ length }: readonly ListedOperation[]) =>
  length === 1 ? '1 operation' : `${length} operations`;
