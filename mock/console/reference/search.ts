import type { ListedOperation } from '../../../spec/openapi/list-operations.ts';

/** The operations with every word of a text in their id, summary, method or path. */
export function findOperations(
  operations: readonly ListedOperation[],
  text: string,
): readonly ListedOperation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ id, method, paths, operation }) => {
    const all = `${id} ${operation.summary} ${method} ${paths.join(' ')}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** How many operations there are, in words. */
export const countOperations = ({ length }: readonly ListedOperation[]) =>
  length === 1 ? '1 operation' : `${length} operations`;
