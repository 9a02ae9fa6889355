import type { Finetune } from '../../../../spec/services/inference/finetunes.ts';

const members = ['id', 'created_at', 'modified_at', 'name', 'model'] as const satisfies (keyof Finetune)[];

/** Fine-tunes by a member of theirs; any other word leaves them in the order in which they were made. */
export function orderFinetunes(
  finetunes: readonly Readonly<Finetune>[],
  orderBy: string | undefined,
): Readonly<Finetune>[] {
  const member = members.find((name) => name === orderBy);
  if (member === undefined) return [...finetunes];
  return finetunes.toSorted((a, b) => (a[member] < b[member] ? -1 : a[member] > b[member] ? 1 : 0));
}
